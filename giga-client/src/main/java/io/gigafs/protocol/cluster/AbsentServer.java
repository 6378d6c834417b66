package io.gigafs.protocol.cluster;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * A member that is not registered.
 *
 * @param sinceMillis when the reporting server noticed its absence, ms since the epoch by that
 *     server's clock
 */
public record AbsentServer(ServerId server, long sinceMillis) {
  /** The minimum encoded size: the length of its id and a time. */
  static final int MIN_BYTES = 1 + 1;

  void write(WireWriter out) {
    out.text(server.value()).varlong(sinceMillis);
  }

  static AbsentServer read(WireReader in) {
    return new AbsentServer(new ServerId(in.text()), in.varlong());
  }
}
