package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import java.util.List;

/**
 * Has a server look at what it found once more, and mend it if asked to. For the superuser.
 *
 * @param repair whether to mend what still holds
 * @param lostAndFound the directory for what has no place; the one above the root if there is none
 */
public record RecheckRequest(
    Caller caller, boolean repair, InodeId lostAndFound, List<Finding> findings)
    implements Request<RecheckResult> {
  @Override
  public Opcode<RecheckResult> opcode() {
    return Opcode.RECHECK;
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
