package io.gigafs.protocol;

import io.gigafs.cluster.ServerId;

/**
 * A server that is not registered.
 *
 * @param sinceMillis when the server that says so noticed, ms since the epoch by its own clock
 */
public record AbsentServer(ServerId server, long sinceMillis) {
  /** The fewest bytes that one takes: the length of its id and a time. */
  static final int MIN_BYTES = 1 + 1;

  void write(WireWriter out) {
    out.text(server.value()).varlong(sinceMillis);
  }

  static AbsentServer read(WireReader in) {
    return new AbsentServer(new ServerId(in.text()), in.varlong());
  }
}
