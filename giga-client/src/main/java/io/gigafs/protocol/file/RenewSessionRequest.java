package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INT64;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;

/**
 * Renews a session. It is sent to the owner of the session's slot, in the form of a request to the
 * zeroth partition of the slot's first directory.
 */
public record RenewSessionRequest(InodeId directory, PartitionIndex partition, long session)
    implements PartitionRequest<RenewSessionRequest.SessionLease> {
  static final Codec<RenewSessionRequest> CODEC = Codec.of(RenewSessionRequest.class, HEAD, INT64);

  public static final Opcode<SessionLease> OPCODE =
      Opcode.of(33, "RENEW_SESSION", CODEC, SessionLease.CODEC);

  /** A directory id of the slot whose owner manages a session. */
  public static InodeId placeOf(long session, int slots) {
    long mixed = (session ^ session >>> 32) * 0x9E3779B97F4A7C15L;
    return InodeId.of((int) (mixed >>> 48) & (slots - 1), 1);
  }

  /**
   * The renewal of a session.
   *
   * @param leaseMillis its duration, counted from when the client sent the request
   */
  public record SessionLease(int leaseMillis) implements Result {
    public static final Codec<SessionLease> CODEC = Codec.of(SessionLease.class, COUNT);
  }
}
