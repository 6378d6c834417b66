package io.gigafs.protocol.migration;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * Transfers the stored replies of a moving slot's partitions that are gone with their directories,
 * because a client that lost such a reply may still retry. Idempotent.
 *
 * @param since the epoch since which the slot is moving to the receiver
 */
public record InstallRepliesRequest(int slot, long since, List<GonePartition> gone)
    implements Request<Empty> {
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          75,
          "INSTALL_REPLIES",
          Codec.of(
              InstallRepliesRequest.class,
              InstallRepliesRequest::write,
              InstallRepliesRequest::read),
          Empty.CODEC);

  public InstallRepliesRequest {
    gone = List.copyOf(gone);
  }

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.varint(slot).varlong(since).count(gone.size());
    for (GonePartition each : gone) {
      each.write(out);
    }
  }

  static InstallRepliesRequest read(WireReader in) {
    return new InstallRepliesRequest(
        in.varint(), in.varlong(), in.list(GonePartition.MIN_BYTES, GonePartition::read));
  }
}
