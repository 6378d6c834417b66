package io.gigafs.server.operation;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.BulkCreateResult;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.server.lane.DuplicateRequestCache.Known;
import io.gigafs.tablefs.Attributes;

/** What becomes of the entries of a bulk request, told one after the other. */
public final class BulkOutcomes implements NewFile.Outcome<BulkOutcomes> {
  private final int[] outcomes;
  private final long[] inodes;

  /** The same as outcomes unless some of them are not to be remembered. */
  private int[] remembered;

  private boolean isAnyElsewhere;
  private int current;

  BulkOutcomes(int entries) {
    this.outcomes = new int[entries];
    this.inodes = new long[entries];
    this.remembered = outcomes;
  }

  /** What is told next is of this entry; the entries come in their order. */
  void begin(int i) {
    current = i;
  }

  /** The entry belongs to another partition. */
  void elsewhere() {
    tell(BulkCreateResult.ELSEWHERE, 0);
    isAnyElsewhere = true;
  }

  /** The entry was decided before. */
  void known(Known known, short digest) {
    forgetCurrent();
    tell(known.outcome(digest), known.inode(digest));
  }

  /** The entry could not be decided; another attempt may come to something else. */
  public BulkOutcomes notDecided(ErrorCode code) {
    forgetCurrent();
    return tell(code.number(), 0);
  }

  /** What was asked for is so; there is nothing else to tell. */
  public BulkOutcomes done() {
    return tell(0, 0);
  }

  @Override
  public BulkOutcomes made(long inode, int mode, int uid, int gid, long nanos) {
    return tell(0, inode);
  }

  @Override
  public BulkOutcomes found(Attributes existing) {
    return tell(0, existing.inode());
  }

  @Override
  public BulkOutcomes failed(ErrorCode code) {
    return tell(code.number(), 0);
  }

  /** The entry came to a final answer. */
  public BulkOutcomes answered(Answer<EntryResult> answer) {
    return answer instanceof Answer.Done<EntryResult> done
        ? tell(0, done.result().attributes().inode().value())
        : failed(((Answer.Failed<EntryResult>) answer).code());
  }

  private BulkOutcomes tell(int outcome, long inode) {
    outcomes[current] = outcome;
    inodes[current] = inode;
    if (remembered != outcomes && remembered[current] != BulkCreateResult.ELSEWHERE) {
      remembered[current] = outcome;
    }
    return this;
  }

  private void forgetCurrent() {
    if (remembered == outcomes) {
      remembered = outcomes.clone();
    }
    remembered[current] = BulkCreateResult.ELSEWHERE;
  }

  /**
   * What is answered.
   *
   * @param map where entries are that are elsewhere
   * @param others as of a {@link BulkCreateResult}
   */
  BulkCreateResult result(PartitionMap map, long others) {
    return new BulkCreateResult(outcomes, inodes, isAnyElsewhere ? map : null, others);
  }

  /** What was decided now and for good; all else is said to be elsewhere. */
  BulkCreateResult decidedNow() {
    return new BulkCreateResult(remembered, inodes, null);
  }
}
