package io.gigafs.protocol;

/**
 * That a session lives on.
 *
 * @param leaseMillis for how long, counted from when the client asked
 */
public record SessionLease(int leaseMillis) implements Result {
  void write(WireWriter out) {
    out.count(leaseMillis);
  }

  static SessionLease read(WireReader in) {
    return new SessionLease(in.count());
  }
}
