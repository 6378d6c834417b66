package io.gigafs.protocol.frame;

import io.gigafs.index.InodeId;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DeltaVarints;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.bulk.PipelinedCreates;
import java.util.Arrays;

/**
 * Collects consecutive creates in reusable arrays, so that only {@link #take} allocates. Confined
 * to one connection's reader.
 */
final class CreatesReader {
  /**
   * Batches of this size amortize the cost of executing creates together; larger ones would only
   * add latency.
   */
  private static final int MOST = 1_024;

  private static final int USUAL_NAME_BYTES = 32;

  private final long[] ids = new long[MOST];
  private final PartitionIndex[] partitions = new PartitionIndex[MOST];
  private final long[] numbers = new long[MOST];
  private final int[] unconfirmed = new int[MOST];
  private final NameList.Builder names = new NameList.Builder(MOST, MOST * USUAL_NAME_BYTES);
  private int most;
  private int count;
  private int remainingMillis;
  private InodeId directory = InodeId.ROOT;
  private Caller caller = Caller.ROOT;
  private int mode;
  private boolean exclusive;

  /** Starts a new collection, with a limit. */
  void begin(int mostCreates) {
    most = Math.min(mostCreates, MOST);
    count = 0;
  }

  boolean isFull() {
    return count >= most;
  }

  /**
   * Reads the body of a create, up to the end of its frame.
   *
   * @param id of the request
   * @param remaining the time in ms for which the client waits for the answer, from now on
   * @return whether it is like the previous ones; if not, nothing is added
   * @throws ProtocolException if it is no create, or its parts are invalid; nothing is added then
   */
  boolean add(long id, int remaining, WireReader in) {
    InodeId itsDirectory = in.inode();
    PartitionIndex partition = in.partition();
    Caller itsCaller = in.caller();
    Sequence sequence = in.sequence();
    long itsUnconfirmed = sequence.number() - sequence.confirmed();
    in.name(names);
    boolean isGathered = false;
    try {
      names.checkLast();
      int itsMode = in.mode();
      boolean itsExclusive = in.flag();
      in.finish();
      if (count == 0) {
        directory = itsDirectory;
        caller = itsCaller;
        mode = itsMode;
        exclusive = itsExclusive;
        remainingMillis = remaining;
      }
      isGathered =
          itsDirectory.equals(directory)
              && itsCaller.equals(caller)
              && itsMode == mode
              && itsExclusive == exclusive
              && itsUnconfirmed == (int) itsUnconfirmed
              && isNear(id, sequence.number());
    } finally {
      if (!isGathered) {
        names.dropLast();
      }
    }
    if (isGathered) {
      ids[count] = id;
      partitions[count] = partition;
      numbers[count] = sequence.number();
      unconfirmed[count] = (int) itsUnconfirmed;
      remainingMillis = Math.min(remainingMillis, remaining);
      count++;
    }
    return isGathered;
  }

  private boolean isNear(long id, long number) {
    return count == 0
        || (DeltaVarints.areNear(ids[0], id) && DeltaVarints.areNear(numbers[0], number));
  }

  /** Returns the collected creates. */
  Frame.OfCreates take() {
    return new Frame.OfCreates(
        DeltaVarints.of(ids, count),
        remainingMillis,
        new PipelinedCreates(
            directory,
            caller,
            mode,
            exclusive,
            names.take(),
            Arrays.copyOf(partitions, count),
            DeltaVarints.of(numbers, count),
            Arrays.copyOf(unconfirmed, count)));
  }
}
