package io.gigafs.server.entry;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.NewFiles;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.reply.DecidedEntries;
import io.gigafs.server.reply.DuplicateRequestCache.Known;
import io.gigafs.tablefs.Attributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the outcomes of a bulk request's entries, one after the other. */
public final class BulkOutcomes implements NewFile.Outcome<BulkOutcomes> {
  private final boolean hasAttributes;
  private final long nanos;
  private final int[] outcomes;
  private final long[] inodes;

  /** The same array as outcomes unless some of them are not to be remembered. */
  private int[] remembered;

  private @Nullable NewFiles made;

  /** The files that exist already, and those of them that were found now. */
  private List<FileAttributes> found = List.of();

  private List<FileAttributes> foundNow = List.of();

  /** For entries of several partitions. */
  private @Nullable DecidedEntries last;

  private boolean isAnyElsewhere;
  private int current;

  /**
   * The outcomes of a request.
   *
   * @param hasAttributes whether the result has attributes
   */
  public BulkOutcomes(int entries, boolean hasAttributes) {
    this(new int[entries], new long[entries], hasAttributes, 0);
  }

  /**
   * The outcomes of some entries of a request, of which others decide the rest.
   *
   * @param outcomes of all entries
   * @param inodes of all entries
   * @param nanos the times of the files that are created, ns since the epoch; 0 for the time of the
   *     commit batch
   */
  public BulkOutcomes(int[] outcomes, long[] inodes, boolean hasAttributes, long nanos) {
    this.outcomes = outcomes;
    this.inodes = inodes;
    this.hasAttributes = hasAttributes;
    this.nanos = nanos;
    this.remembered = outcomes;
  }

  /** The times of the files that are created. */
  public long nanos(CommitBatch commitBatch) {
    return nanos == 0 ? commitBatch.wallNanos() : nanos;
  }

  /** Begins an entry; the next outcome belongs to it. */
  public void begin(int i) {
    current = i;
  }

  /** The entry belongs to another partition. */
  public void elsewhere() {
    set(BulkCreateResult.ELSEWHERE, 0);
    isAnyElsewhere = true;
  }

  /** The entry was decided before. */
  public void known(Known known, short digest) {
    forgetCurrent();
    set(known.outcome(digest), known.inode(digest));
    FileAttributes file = known.attributes(digest);
    if (hasAttributes && file != null) {
      found = with(found, file);
    }
  }

  /** Whether the entry has outcome 0. */
  public boolean isDone() {
    return outcomes[current] == 0;
  }

  /** The entry could not be decided; a retry may have another outcome. */
  public BulkOutcomes notDecided(ErrorCode code) {
    forgetCurrent();
    return set(code.number(), 0);
  }

  /** The request is fulfilled; there is no inode to report. */
  public BulkOutcomes done() {
    return set(0, 0);
  }

  /**
   * The files of a create have the same attributes, because they are of one directory; except while
   * that is being changed, and not all of its partitions know it yet.
   */
  @Override
  public BulkOutcomes made(long inode, int mode, int uid, int gid, long nanos) {
    if (hasAttributes) {
      if (made == null) {
        made = new NewFiles(mode, uid, gid, nanos);
      } else if (made.mode() != mode || made.gid() != gid) {
        addFound(new NewFiles(mode, uid, gid, nanos).attributes(inode));
      }
    }
    return set(0, inode);
  }

  @Override
  public BulkOutcomes found(Attributes existing) {
    if (hasAttributes) {
      addFound(WireAttributes.of(existing));
    }
    return set(0, existing.inode());
  }

  private void addFound(FileAttributes file) {
    found = with(found, file);
    foundNow = with(foundNow, file);
  }

  private static List<FileAttributes> with(List<FileAttributes> files, FileAttributes file) {
    List<FileAttributes> more = files.isEmpty() ? new ArrayList<>() : files;
    more.add(file);
    return more;
  }

  @Override
  public BulkOutcomes failed(ErrorCode code) {
    return set(code.number(), 0);
  }

  /** The entry has a final answer. */
  public BulkOutcomes answered(Answer<EntryResult> answer) {
    return answer instanceof Answer.Done<EntryResult> done
        ? set(0, done.result().attributes().inode().value())
        : failed(((Answer.Failed<EntryResult>) answer).code());
  }

  private BulkOutcomes set(int outcome, long inode) {
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
  public BulkCreateResult result(@Nullable PartitionMap map, long others) {
    return new BulkCreateResult(outcomes, inodes, made, found, isAnyElsewhere ? map : null, others);
  }

  /** What the created files have in common; null if none was created. */
  public @Nullable NewFiles made() {
    return made;
  }

  /** The attributes of the files that exist already. */
  public List<FileAttributes> found() {
    return found;
  }

  /**
   * The outcomes that were decided now and are final; all others are marked as elsewhere. The next
   * entries are of another partition.
   *
   * @param digests of all entries
   */
  public DecidedEntries decidedNow(long[] numbers, short[] digests) {
    @Nullable DecidedEntries decided = last;
    if (decided == null || !isOfNow(decided)) {
      decided = new DecidedEntries(numbers, digests, remembered, inodes, made, foundNow);
      last = decided;
    }
    foundNow = List.of();
    return decided;
  }

  @SuppressWarnings("ReferenceEquality") // the same lists and arrays
  private boolean isOfNow(DecidedEntries decided) {
    return decided.outcomes() == remembered
        && decided.made() == made
        && decided.found() == foundNow;
  }
}
