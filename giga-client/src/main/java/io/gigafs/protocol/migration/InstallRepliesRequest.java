package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.VARINT;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result.Empty;
import java.util.List;

/**
 * Transfers the stored replies of a moving slot's partitions that are gone with their directories,
 * because a client that lost such a reply may still retry. Idempotent.
 *
 * @param since the epoch since which the slot is moving to the receiver
 */
public record InstallRepliesRequest(int slot, long since, List<GonePartition> gone)
    implements Request<Empty> {
  static final Codec<InstallRepliesRequest> CODEC =
      Codec.of(InstallRepliesRequest.class, VARINT, VARLONG, listOf(GonePartition.CODEC));

  public static final Opcode<Empty> OPCODE = Opcode.of(75, "INSTALL_REPLIES", CODEC, Empty.CODEC);

  public InstallRepliesRequest {
    gone = List.copyOf(gone);
  }

  /**
   * A partition that was removed with its directory, and its stored replies to mutations that
   * clients may retry.
   */
  public record GonePartition(InodeId directory, PartitionIndex partition, List<ReplyRow> replies) {
    static final Codec<GonePartition> CODEC =
        Codec.of(GonePartition.class, HEAD, listOf(ReplyRow.CODEC));

    public GonePartition {
      replies = List.copyOf(replies);
    }
  }
}
