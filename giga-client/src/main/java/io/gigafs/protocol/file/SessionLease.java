package io.gigafs.protocol.file;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The renewal of a session.
 *
 * @param leaseMillis its duration, counted from when the client sent the request
 */
public record SessionLease(int leaseMillis) implements Result {
  public static final Codec<SessionLease> CODEC =
      Codec.of(SessionLease.class, SessionLease::write, SessionLease::read);

  void write(WireWriter out) {
    out.count(leaseMillis);
  }

  static SessionLease read(WireReader in) {
    return new SessionLease(in.count());
  }
}
