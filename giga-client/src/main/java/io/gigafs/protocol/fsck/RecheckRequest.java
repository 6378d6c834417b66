package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import java.util.List;

/**
 * Checks findings of a server again, and repairs them on request. Only for the superuser.
 *
 * @param repair whether to repair the findings that persist
 * @param lostAndFound the directory for orphaned inodes; the one above the root if there is none
 */
public record RecheckRequest(
    Caller caller, boolean repair, InodeId lostAndFound, List<Finding> findings)
    implements Request<RecheckRequest.RecheckResult> {
  static final Codec<RecheckRequest> CODEC =
      Codec.of(RecheckRequest.class, CALLER, FLAG, INODE, listOf(Finding.CODEC));

  public static final Opcode<RecheckResult> OPCODE =
      Opcode.of(16, "RECHECK", CODEC, RecheckResult.CODEC);

  /**
   * The verdicts on findings.
   *
   * @param verdicts one for each finding of the request, in the same order
   */
  public record RecheckResult(List<Verdict> verdicts) implements Result {
    public static final Codec<RecheckResult> CODEC =
        Codec.of(RecheckResult.class, listOf(Verdict.CODEC));
  }
}
