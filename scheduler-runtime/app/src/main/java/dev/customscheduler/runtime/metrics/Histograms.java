package dev.customscheduler.runtime.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** A family of histograms with the same bucket bounds. */
public final class Histograms extends Family<Histograms.Histogram> {
    private final double[] bounds;
    private final String[] boundTexts;

    /** One histogram. Observing allocates nothing and takes no lock. */
    public static final class Histogram {
        private final double[] bounds;
        private final LongAdder[] buckets;
        private final DoubleAdder sum = new DoubleAdder();

        private Histogram(double[] bounds) {
            this.bounds = bounds;
            this.buckets = new LongAdder[bounds.length + 1];
            for (int i = 0; i < buckets.length; i++) {
                buckets[i] = new LongAdder();
            }
        }

        /** Counts one observation. */
        public void observe(double value) {
            int bucket = 0;
            while (bucket < bounds.length && value > bounds[bucket]) {
                bucket++;
            }
            buckets[bucket].increment();
            sum.add(value);
        }
    }

    Histograms(String name, String help, double[] bounds, String... labelNames) {
        super(name, help, "histogram", List.of(labelNames), () -> new Histogram(bounds));
        this.bounds = bounds.clone();
        this.boundTexts = new String[bounds.length];
        for (int i = 0; i < bounds.length; i++) {
            boundTexts[i] = TextFormat.bound(bounds[i]);
        }
    }

    /**
     * {@code count} bounds, the first {@code start}, each {@code factor} times the one before, multiplied up as Go
     * does.
     */
    static double[] exponential(double start, double factor, int count) {
        double[] bounds = new double[count];
        double bound = start;
        for (int i = 0; i < count; i++) {
            bounds[i] = bound;
            bound *= factor;
        }
        return bounds;
    }

    @Override
    void write(TextFormat out, List<String> labels, Histogram child) {
        long total = 0;
        for (int i = 0; i <= bounds.length; i++) {
            total += child.buckets[i].sum();
            List<String> withBound = new ArrayList<>(labels);
            withBound.add("le");
            withBound.add(i < bounds.length ? boundTexts[i] : "+Inf");
            out.sample(name() + "_bucket", withBound, total);
        }
        out.sample(name() + "_sum", labels, child.sum.sum());
        out.sample(name() + "_count", labels, total);
    }
}
