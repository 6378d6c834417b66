package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import java.util.List;

/**
 * Creates of one directory that came one behind the other over a connection, alike but for their
 * names, partitions and numbers: what {@link CreateRequest} has, without an object for each.
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
   * Creates as many as there are names; the arrays, which are as long, belong to this now.
   *
   * @param unconfirmed how much more than the confirmed number each number is
   */
  PipelinedCreates(
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

  /** One create as if it had come with others. */
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

  /** How many there are. */
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

  /** Which mutation of its client a create is. */
  public long number(int i) {
    return numbers.get(i);
  }

  /** Up to which mutation the client had its answers when it sent a create. */
  public long confirmed(int i) {
    return numbers.get(i) - unconfirmed[i];
  }

  /** As {@link CreateRequest#content} of each of them. */
  public long content() {
    return RequestDigest.mix(mode, exclusive);
  }

  /** One of them by itself. */
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
