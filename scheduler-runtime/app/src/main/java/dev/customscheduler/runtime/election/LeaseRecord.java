package dev.customscheduler.runtime.election;

import java.time.Instant;

/**
 * Who leads, as a Lease says it.
 *
 * @param holder the leader's identity; empty where the lease was released
 * @param durationSeconds how long others wait after they last saw it change
 * @param acquireTime when the holder became leader
 * @param renewTime when it last said so; for people, no decision reads it
 * @param transitions how often the leader changed
 */
record LeaseRecord(String holder, int durationSeconds, Instant acquireTime, Instant renewTime, int transitions) {}
