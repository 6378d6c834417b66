package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;

/**
 * The state of a server's registration in the cluster, without which it accepts no changes.
 *
 * @param leaseMillis the remaining time of the registration lease, if it is not renewed; 0 if it
 *     has expired
 * @param trouble why the lease is not renewed; empty while it is
 */
public record RegistrationStatus(long leaseMillis, String trouble) {
  static final Codec<RegistrationStatus> CODEC = Codec.of(RegistrationStatus.class, VARLONG, TEXT);

  /** A registration that no other process can take over. */
  public static final RegistrationStatus SAFE = new RegistrationStatus(Long.MAX_VALUE, "");

  /** Whether the server accepts changes. */
  public boolean isHeld() {
    return leaseMillis > 0;
  }
}
