package io.gigafs.protocol;

import java.util.List;

/**
 * Hands over what partitions of a moving slot had answered that are gone with their directories:
 * who lost such an answer may still ask for it. Repeating it changes nothing.
 *
 * @param since the epoch since when the slot is on its way to the receiver
 */
public record InstallRepliesRequest(int slot, long since, List<GonePartition> gone)
    implements Request<Empty> {
  public InstallRepliesRequest {
    gone = List.copyOf(gone);
  }

  @Override
  public Opcode<Empty> opcode() {
    return Opcode.INSTALL_REPLIES;
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
