package dev.customscheduler.engine.parity;

/** What generated clusters may use. */
enum Feature {
    RESOURCES,
    TAINTS,
    NODE_AFFINITY,
    PORTS,
    IMAGES,
    INIT_CONTAINERS,
    POD_LEVEL_RESOURCES,
    GATES,
    PROFILES,
    SAMPLING,
    SPREAD,
    POD_AFFINITY,
    VOLUMES,
    PREEMPTION,
    RESIZE,
    DECLARED_FEATURES
}
