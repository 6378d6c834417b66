package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.COUNT;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/**
 * The renewal of a session.
 *
 * @param leaseMillis its duration, counted from when the client sent the request
 */
public record SessionLease(int leaseMillis) implements Result {
  public static final Codec<SessionLease> CODEC = Codec.of(SessionLease.class, COUNT);
}
