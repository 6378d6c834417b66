package io.gigafs.protocol.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * Checks findings of a server again, and repairs them on request. Only for the superuser.
 *
 * @param repair whether to repair the findings that persist
 * @param lostAndFound the directory for orphaned inodes; the one above the root if there is none
 */
public record RecheckRequest(
    Caller caller, boolean repair, InodeId lostAndFound, List<Finding> findings)
    implements Request<RecheckResult> {
  public static final Opcode<RecheckResult> OPCODE =
      Opcode.of(
          16,
          "RECHECK",
          Codec.of(RecheckRequest.class, RecheckRequest::write, RecheckRequest::read),
          RecheckResult.CODEC);

  @Override
  public Opcode<RecheckResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.caller(caller).flag(repair).inode(lostAndFound).count(findings.size());
    for (Finding finding : findings) {
      finding.write(out);
    }
  }

  static RecheckRequest read(WireReader in) {
    return new RecheckRequest(
        in.caller(), in.flag(), in.inode(), in.list(Finding.MIN_BYTES, Finding::read));
  }
}
