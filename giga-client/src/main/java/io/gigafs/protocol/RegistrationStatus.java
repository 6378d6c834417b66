package io.gigafs.protocol;

/**
 * A server's seat in the cluster, without which it takes no changes.
 *
 * @param leaseMillis how long the seat is held for, if it is not renewed before; 0 if not at all
 * @param trouble why it is not renewed, in words; empty while it is
 */
public record RegistrationStatus(long leaseMillis, String trouble) {
  /** A seat that nobody can take. */
  public static final RegistrationStatus SAFE = new RegistrationStatus(Long.MAX_VALUE, "");

  /** Whether the server takes changes. */
  public boolean isHeld() {
    return leaseMillis > 0;
  }

  void write(WireWriter out) {
    out.varlong(leaseMillis).text(trouble);
  }

  static RegistrationStatus read(WireReader in) {
    return new RegistrationStatus(in.varlong(), in.text());
  }
}
