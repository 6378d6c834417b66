package io.gigafs.protocol.bulk;

import io.gigafs.index.InodeId;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DeltaVarints;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.CreateRequest;
import java.util.List;

/**
 * Consecutive creates in one directory over one connection, equal except for their names,
 * partitions and numbers: represents a {@link CreateRequest} for each without an object for each.
 * Immutable.
 */
public final class PipelinedCreates {
  private final InodeId directory;
  private final Caller caller;
  private final int mode;
  private final boolean exclusive;
  private final NameList names;
  private final PartitionIndex[] partitions;
  private final DeltaVarints numbers;
  private final int[] unconfirmed;

  /**
   * Creates an instance with one create per name. It takes ownership of the arrays, all of which
   * have that length.
   *
   * @param unconfirmed the difference of each number from the confirmed number
   */
  public PipelinedCreates(
      InodeId directory,
      Caller caller,
      int mode,
      boolean exclusive,
      NameList names,
      PartitionIndex[] partitions,
      DeltaVarints numbers,
      int[] unconfirmed) {
    this.directory = directory;
    this.caller = caller;
    this.mode = mode;
    this.exclusive = exclusive;
    this.names = names;
    this.partitions = partitions;
    this.numbers = numbers;
    this.unconfirmed = unconfirmed;
  }

  /** A single create, as if it had been pipelined. */
  public static PipelinedCreates of(CreateRequest request) {
    return new PipelinedCreates(
        request.directory(),
        request.caller(),
        request.mode(),
        request.exclusive(),
        NameList.of(List.of(request.name())),
        new PartitionIndex[] {request.partition()},
        DeltaVarints.of(new long[] {request.sequence().number()}, 1),
        new int[] {Math.toIntExact(request.sequence().number() - request.sequence().confirmed())});
  }

  public int size() {
    return numbers.size();
  }

  public InodeId directory() {
    return directory;
  }

  public Caller caller() {
    return caller;
  }

  /** Permission bits (07777), the umask already applied. */
  public int mode() {
    return mode;
  }

  public NameList names() {
    return names;
  }

  public PartitionIndex partition(int i) {
    return partitions[i];
  }

  /** The sequence number of a create among its client's mutations. */
  public long number(int i) {
    return numbers.get(i);
  }

  /** The highest confirmed sequence number of the client when it sent a create. */
  public long confirmed(int i) {
    return numbers.get(i) - unconfirmed[i];
  }

  /** The {@link CreateRequest#content}, which is the same for all. */
  public long content() {
    return RequestDigest.mix(mode, exclusive);
  }

  /** One create as a separate request. */
  public CreateRequest request(int i) {
    return new CreateRequest(
        directory,
        partitions[i],
        caller,
        new Sequence(numbers.get(i), confirmed(i)),
        names.get(i),
        mode,
        exclusive);
  }

  /** For messages. */
  @Override
  public String toString() {
    return size() + " creates in " + directory;
  }
}
