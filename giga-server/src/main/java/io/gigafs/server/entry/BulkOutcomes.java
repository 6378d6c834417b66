package io.gigafs.server.entry;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.server.partition.DuplicateRequestCache.Known;
import io.gigafs.tablefs.Attributes;

/** Collects the outcomes of a bulk request's entries, one after the other. */
public final class BulkOutcomes implements NewFile.Outcome<BulkOutcomes> {
  private final int[] outcomes;
  private final long[] inodes;

  /** The same array as outcomes unless some of them are not to be remembered. */
  private int[] remembered;

  private boolean isAnyElsewhere;
  private int current;

  public BulkOutcomes(int entries) {
    this.outcomes = new int[entries];
    this.inodes = new long[entries];
    this.remembered = outcomes;
  }

  /** Begins an entry; the next outcome belongs to it. Entries come in their order. */
  public void begin(int i) {
    current = i;
  }

  /** The entry belongs to another partition. */
  public void elsewhere() {
    tell(BulkCreateResult.ELSEWHERE, 0);
    isAnyElsewhere = true;
  }

  /** The entry was decided before. */
  public void known(Known known, short digest) {
    forgetCurrent();
    tell(known.outcome(digest), known.inode(digest));
  }

  /** The entry could not be decided; a retry may have another outcome. */
  public BulkOutcomes notDecided(ErrorCode code) {
    forgetCurrent();
    return tell(code.number(), 0);
  }

  /** The request is fulfilled; there is no inode to report. */
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

  /** The entry has a final answer. */
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
   * The result of the request.
   *
   * @param map the partition's map, for entries that belong elsewhere
   * @param others as of a {@link BulkCreateResult}
   */
  public BulkCreateResult result(PartitionMap map, long others) {
    return new BulkCreateResult(outcomes, inodes, isAnyElsewhere ? map : null, others);
  }

  /** The outcomes that were decided now and are final; all others are marked as elsewhere. */
  public BulkCreateResult decidedNow() {
    return new BulkCreateResult(remembered, inodes, null);
  }
}
