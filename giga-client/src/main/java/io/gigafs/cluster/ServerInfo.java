package io.gigafs.cluster;

/** A member of the cluster and where it was last seen to listen. */
public record ServerInfo(ServerId id, Endpoint endpoint) {}
