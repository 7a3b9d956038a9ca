package dev.customscheduler.framework;

/** An image that some nodes hold. */
public final class ImageState {
    private final long sizeBytes;
    private volatile int nodes;

    /**
     * An image of the given size that no node holds yet.
     *
     * @param sizeBytes its size, as the node says that reported it first
     */
    public ImageState(long sizeBytes) {
        this.sizeBytes = sizeBytes;
    }

    /** Its size in bytes. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** How many nodes hold it. */
    public int nodes() {
        return nodes;
    }

    /** Sets how many nodes hold it. The cache alone does so. */
    public void setNodes(int count) {
        nodes = count;
    }
}
