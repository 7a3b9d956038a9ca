package dev.customscheduler.runtime.metrics;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/** The process' own figures under Prometheus' usual names; jvm_ where Go's client has go_. */
public final class ProcessMetrics {
    private static final double PAGE = 4096;
    private static final Path STATM = Path.of("/proc/self/statm");

    private ProcessMetrics() {}

    /** Registers them. */
    public static void register(Registry registry) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os) {
            registry.askedCounters("process_cpu_seconds_total", "User and system CPU time spent in seconds.")
                    .with()
                    .from(() -> os.getProcessCpuTime() / 1e9);
            registry.gauges("process_open_fds", "Number of open file descriptors.")
                    .with()
                    .from(os::getOpenFileDescriptorCount);
            registry.gauges("process_max_fds", "Maximum number of open file descriptors.")
                    .with()
                    .from(os::getMaxFileDescriptorCount);
        }
        registry.gauges("process_start_time_seconds", "Start time of the process since unix epoch in seconds.")
                .with()
                .set(ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3);
        registry.gauges("process_virtual_memory_bytes", "Virtual memory size in bytes.")
                .with()
                .from(() -> statm(0));
        registry.gauges("process_resident_memory_bytes", "Resident memory size in bytes.")
                .with()
                .from(() -> statm(1));
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        Gauges used = registry.gauges("jvm_memory_used_bytes", "Memory in use by area.", "area");
        used.with("heap").from(() -> memory.getHeapMemoryUsage().getUsed());
        used.with("nonheap").from(() -> memory.getNonHeapMemoryUsage().getUsed());
        registry.gauges("jvm_memory_max_bytes", "Limit of the heap.", "area")
                .with("heap")
                .from(() -> memory.getHeapMemoryUsage().getMax());
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        registry.gauges("jvm_threads_current", "Platform threads that are alive.")
                .with()
                .from(threads::getThreadCount);
        Gauges collections = registry.askedCounters("jvm_gc_collections_total", "Garbage collections.", "gc");
        Gauges seconds = registry.askedCounters("jvm_gc_seconds_total", "Time spent in garbage collection.", "gc");
        for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections.with(gc.getName()).from(gc::getCollectionCount);
            seconds.with(gc.getName()).from(() -> gc.getCollectionTime() / 1e3);
        }
    }

    private static double statm(int field) {
        try {
            return Long.parseLong(Files.readString(STATM).split(" ")[field]) * PAGE;
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
