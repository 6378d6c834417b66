package io.gigafs.rpc;

import io.gigafs.cluster.ServerId;
import java.util.UUID;

/** What a server says of itself to whoever connects. */
public record ServerIdentity(UUID clusterId, ServerId serverId) {}
