package io.gigafs.protocol;

/**
 * The renewal of a session.
 *
 * @param leaseMillis its duration, counted from when the client sent the request
 */
public record SessionLease(int leaseMillis) implements Result {
  void write(WireWriter out) {
    out.count(leaseMillis);
  }

  static SessionLease read(WireReader in) {
    return new SessionLease(in.count());
  }
}
