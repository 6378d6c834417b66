package io.gigafs.protocol.cluster;

import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The state of a server's registration in the cluster, without which it accepts no changes.
 *
 * @param leaseMillis the remaining time of the registration lease, if it is not renewed; 0 if it
 *     has expired
 * @param trouble why the lease is not renewed; empty while it is
 */
public record RegistrationStatus(long leaseMillis, String trouble) {
  /** A registration that no other process can take over. */
  public static final RegistrationStatus SAFE = new RegistrationStatus(Long.MAX_VALUE, "");

  /** Whether the server accepts changes. */
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
