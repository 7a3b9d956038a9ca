package dev.customscheduler.runtime.election;

import dev.customscheduler.config.LeaderElection;
import dev.customscheduler.runtime.binding.Fence;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.logging.Klog;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Leader election with client-go's rules, so that this runtime and kube-scheduler can take turns on one lease.
 *
 * <p>A candidate takes the lease when it has no holder, or when it has not seen it change for the holder's lease
 * duration: by its own steady clock, never by the times written in it. The leader renews every retry period; when it
 * has not succeeded for the renew deadline it stops for good. As the {@link Fence} it closes at that moment, counted
 * from before the last successful request was sent, whether or not the electing thread is getting to run: others wait
 * longer than that.
 *
 * <p>A lease that is not there is created, where that is allowed; the operator creates it beforehand, and its
 * schedulers are not allowed to.
 */
public final class LeaderElector implements Fence, AutoCloseable {
    private static final double JITTER = 1.2;
    private static final Duration LIVENESS_GRACE = Duration.ofSeconds(20);
    private static final Klog LOG = Klog.of("leaderelection");

    /** Told of what the election decides, on its thread. */
    public interface Callbacks {
        /** This process leads from now on. */
        void startedLeading();

        /** Called once, when the election ends: the lease was lost, or {@link #close} was called. */
        void stoppedLeading();

        /** Another identity, or this one, leads now. */
        void newLeader(String identity);
    }

    private final LeaseLock lock;
    private final LeaderElection settings;
    private final String identity;
    private final LeadershipEvents events;
    private final Callbacks callbacks;
    private final Thread thread;

    private LeaseRecord observed = new LeaseRecord("", 0, Instant.EPOCH, Instant.EPOCH, 0);
    private String observedRaw = "";
    private long observedAt;
    private String reported = "";
    private String lastProblem = "";

    private volatile boolean leading;
    private volatile long renewedAt;
    private volatile boolean stopping;

    /**
     * Prepares; {@link #start} begins.
     *
     * @param client with a connection of its own, so that a busy one never delays a renewal
     * @param reporter the component in the events
     */
    public LeaderElector(
            ApiClient client, LeaderElection settings, String identity, String reporter, Callbacks callbacks) {
        this.lock = new LeaseLock(
                client,
                settings.resourceNamespace(),
                settings.resourceName(),
                settings.renewDeadline().dividedBy(2));
        this.settings = settings;
        this.identity = identity;
        this.events = new LeadershipEvents(client, reporter);
        this.callbacks = callbacks;
        this.thread = Thread.ofPlatform().name("leader-election").unstarted(this::run);
    }

    /** Begins to stand for election. */
    public void start() {
        thread.start();
    }

    @Override
    public boolean mayWrite() {
        return leading
                && System.nanoTime() - renewedAt < settings.renewDeadline().toNanos();
    }

    /** Whether this process leads. */
    public boolean leading() {
        return leading;
    }

    /**
     * The check behind /healthz: a leader that neither renewed nor stopped long after its lease ran out is broken.
     *
     * @return what is wrong, or null
     */
    public @Nullable String problem() {
        long overdue = settings.leaseDuration().plus(LIVENESS_GRACE).toNanos();
        return leading && System.nanoTime() - renewedAt > overdue
                ? "failed election to renew leadership on lease " + lock.name()
                : null;
    }

    private void run() {
        try {
            LOG.info("Attempting to acquire leader lease...", "lock", lock.describe());
            if (!acquire()) {
                return;
            }
            leading = true;
            LOG.info("Successfully acquired lease", "lock", lock.describe());
            events.record(lock, identity + " became leader");
            callbacks.startedLeading();
            renew();
            events.record(lock, identity + " stopped leading");
        } catch (InterruptedException e) {
            LOG.info("Leader election interrupted", "lock", lock.describe());
        } finally {
            leading = false;
            callbacks.stoppedLeading();
        }
    }

    private boolean acquire() throws InterruptedException {
        while (!stopping) {
            if (tryAcquireOrRenew()) {
                report();
                return true;
            }
            report();
            double factor = 1 + JITTER * ThreadLocalRandom.current().nextDouble();
            pause((long) (settings.retryPeriod().toNanos() * factor));
        }
        return false;
    }

    private void renew() throws InterruptedException {
        while (!stopping) {
            pause(settings.retryPeriod().toNanos());
            while (!stopping && !tryAcquireOrRenew()) {
                report();
                if (!mayWrite()) {
                    LOG.error(null, "Failed to renew lease", "lock", lock.describe(), "err", lastProblem);
                    leading = false;
                    return;
                }
                pause(settings.retryPeriod().toNanos());
            }
            report();
        }
    }

    private boolean tryAcquireOrRenew() throws InterruptedException {
        long began = System.nanoTime();
        Instant now = Instant.now();
        boolean mine = observed.holder().equals(identity);
        if (mine && valid(began)) {
            LeaseRecord renewed =
                    new LeaseRecord(identity, seconds(), observed.acquireTime(), now, observed.transitions());
            if (lock.update(renewed) instanceof LeaseLock.Outcome.Read read) {
                return observe(read, began);
            }
        }
        switch (lock.get()) {
            case LeaseLock.Outcome.Failed failed -> {
                if (!failed.notFound()) {
                    return problem("Error retrieving lease lock", failed.message());
                }
                LeaseRecord first = new LeaseRecord(identity, seconds(), now, now, 0);
                return settle(lock.create(first), "Error initially creating lease lock", began);
            }
            case LeaseLock.Outcome.Read(LeaseRecord lease, String raw) -> {
                if (!raw.equals(observedRaw)) {
                    observed = lease;
                    observedRaw = raw;
                    observedAt = System.nanoTime();
                }
                boolean held = !lease.holder().isEmpty() && valid(began);
                boolean own = lease.holder().equals(identity);
                if (held && !own) {
                    if (LOG.v(4)) {
                        LOG.info(
                                "Lease is held by and has not yet expired",
                                "lock",
                                lock.describe(),
                                "holder",
                                lease.holder());
                    }
                    lastProblem = "the lease is held by " + lease.holder();
                    return false;
                }
                LeaseRecord next = own
                        ? new LeaseRecord(identity, seconds(), lease.acquireTime(), now, lease.transitions())
                        : new LeaseRecord(identity, seconds(), now, now, lease.transitions() + 1);
                return settle(lock.update(next), "Failed to update lease", began);
            }
        }
    }

    private boolean settle(LeaseLock.Outcome outcome, String verb, long began) {
        return switch (outcome) {
            case LeaseLock.Outcome.Read read -> observe(read, began);
            case LeaseLock.Outcome.Failed failed -> problem(verb, failed.message());
        };
    }

    private boolean observe(LeaseLock.Outcome.Read read, long began) {
        observed = read.lease();
        observedRaw = read.raw();
        observedAt = System.nanoTime();
        renewedAt = began;
        lastProblem = "";
        return true;
    }

    private boolean problem(String verb, String message) {
        if (!message.equals(lastProblem)) {
            LOG.error(null, verb, "lock", lock.describe(), "err", message);
            lastProblem = message;
        }
        return false;
    }

    private boolean valid(long now) {
        return now - observedAt < TimeUnit.SECONDS.toNanos(observed.durationSeconds());
    }

    private int seconds() {
        return (int) settings.leaseDuration().toSeconds();
    }

    private void report() {
        if (!observed.holder().equals(reported)) {
            reported = observed.holder();
            LOG.info("New leader elected", "identity", reported);
            callbacks.newLeader(reported);
        }
    }

    private void pause(long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !stopping; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /**
     * Ends the election; a lease that this process holds is released, so that another can take it at once. The caller
     * has stopped all writes before.
     */
    @Override
    public void close() throws InterruptedException {
        boolean held = leading;
        stopping = true;
        LockSupport.unpark(thread);
        thread.join(settings.renewDeadline());
        if (held && observed.holder().equals(identity)) {
            release();
        }
    }

    private void release() throws InterruptedException {
        long deadline = System.nanoTime() + settings.renewDeadline().toNanos();
        while (System.nanoTime() < deadline) {
            if (!(lock.get() instanceof LeaseLock.Outcome.Read(LeaseRecord lease, String ignored))) {
                LOG.error(null, "Unable to read the lease to release it", "lock", lock.describe());
                return;
            }
            if (!lease.holder().equals(identity)) {
                return;
            }
            Instant now = Instant.now();
            switch (lock.update(new LeaseRecord("", 1, now, now, lease.transitions()))) {
                case LeaseLock.Outcome.Read done -> {
                    LOG.info("Released lease", "lock", lock.describe());
                    return;
                }
                case LeaseLock.Outcome.Failed failed -> {
                    if (!failed.conflict()) {
                        LOG.error(null, "Failed to release lease", "lock", lock.describe(), "err", failed.message());
                        return;
                    }
                }
            }
        }
    }
}
