package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.SERVER;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.Codec;

/**
 * A member that is not registered.
 *
 * @param sinceMillis when the reporting server noticed its absence, ms since the epoch by that
 *     server's clock
 */
public record AbsentServer(ServerId server, long sinceMillis) {
  static final Codec<AbsentServer> CODEC = Codec.of(AbsentServer.class, SERVER, VARLONG);
}
