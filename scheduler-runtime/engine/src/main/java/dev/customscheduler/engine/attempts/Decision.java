package dev.customscheduler.engine.attempts;

/**
 * Why a pod got its node.
 *
 * @param time when it was decided, in milliseconds since 1970
 * @param node the node
 * @param attempts which attempt it was, from 1
 * @param evaluatedNodes how many nodes were looked at
 * @param feasibleNodes how many of them fit; where it is 1, nothing was scored
 * @param scores the scores of the best nodes
 */
public record Decision(
        long time, String node, int attempts, int evaluatedNodes, int feasibleNodes, ScoreTable scores) {}
