package io.gigafs.protocol.bulk;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Creates empty regular files in one directory: one, or as many as a client gathered. Each is a
 * mutation of its own that succeeds or fails independently. Requires write and search permission on
 * the directory.
 *
 * <p>A file of the client's own change does not wait for others: if it has to wait, and is not the
 * only one, its outcome is EAGAIN, and it is to be sent again, with files of its own partition only
 * or by itself.
 *
 * @param partition of the files, or one of their partitions
 * @param partitions of each file; null if they are all of one partition
 * @param confirmed as in {@link Sequence}
 * @param numbers the sequence number of each file, ascending
 * @param names the name of each file
 * @param mode permission bits (07777), the umask already applied
 * @param exclusive whether an existing file is an error (EEXIST); otherwise its attributes are the
 *     result
 * @param isOwnChange whether the client accounts for the new names itself, in what it caches of the
 *     directory and in its delegation; otherwise they are the changes of another client to it
 */
public record CreateRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    long confirmed,
    long[] numbers,
    NameList names,
    PartitionIndex @Nullable [] partitions,
    int mode,
    boolean exclusive,
    boolean isOwnChange)
    implements BulkRequest {
  static final Codec<CreateRequest> CODEC =
      Codec.byHand(CreateRequest.class, CreateRequest::write, CreateRequest::read);

  public static final Opcode<BulkCreateResult> OPCODE =
      Opcode.of(3, "CREATE", CODEC, BulkCreateResult.CODEC);

  /** The minimum encoded size of a file: its number, a name of one byte. */
  private static final int MIN_FILE_BYTES = 1 + 2;

  /** The maximum number of files whose attributes are in the answer. */
  public static final int MAX_GATHERED = 1_024;

  private static final int EXCLUSIVE = 1;
  private static final int OWN_CHANGE = 1 << 1;
  private static final int HAS_PARTITIONS = 1 << 2;
  private static final int ALL_FLAGS = EXCLUSIVE | OWN_CHANGE | HAS_PARTITIONS;

  @Override
  public Name name(int i) {
    return names.get(i);
  }

  @Override
  public long hash(int i) {
    return names.hash(i);
  }

  /** The partition of a file. */
  public PartitionIndex partition(int i) {
    return partitions == null ? partition : partitions[i];
  }

  @Override
  public long content() {
    return RequestDigest.mix(mode, exclusive);
  }

  void write(WireWriter out) {
    if (numbers.length != names.size()) {
      throw new IllegalArgumentException(
          "a create has " + numbers.length + " numbers for " + names.size() + " names");
    }
    out.inode(directory).partition(partition).caller(caller).varlong(confirmed);
    out.mode(mode)
        .int8(
            (exclusive ? EXCLUSIVE : 0)
                | (isOwnChange ? OWN_CHANGE : 0)
                | (partitions == null ? 0 : HAS_PARTITIONS));
    out.count(numbers.length);
    long previous = confirmed;
    for (int i = 0; i < numbers.length; i++) {
      BulkRequest.checkAscending(previous, numbers[i]);
      out.varlong(numbers[i] - previous).name(names, i);
      if (partitions != null) {
        out.partition(partitions[i]);
      }
      previous = numbers[i];
    }
  }

  static CreateRequest read(WireReader in) {
    InodeId directory = in.inode();
    PartitionIndex partition = in.partition();
    Caller caller = in.caller();
    long confirmed = in.size();
    int mode = in.mode();
    int flags = in.int8();
    if ((flags & ~ALL_FLAGS) != 0) {
      throw new ProtocolException("no flags are " + flags);
    }
    boolean isGathered = (flags & (OWN_CHANGE | HAS_PARTITIONS)) != 0;
    int most = isGathered ? MAX_GATHERED : Limits.MAX_BULK;
    long[] numbers = new long[in.count(most, MIN_FILE_BYTES)];
    NameList.Builder names = in.names(numbers.length);
    PartitionIndex @Nullable [] partitions =
        (flags & HAS_PARTITIONS) == 0 ? null : new PartitionIndex[numbers.length];
    long previous = confirmed;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = previous + in.varlong();
      BulkRequest.checkAscending(previous, numbers[i]);
      in.name(names);
      if (partitions != null) {
        partitions[i] = in.partition();
      }
      previous = numbers[i];
    }
    return new CreateRequest(
        directory,
        partition,
        caller,
        confirmed,
        numbers,
        names.build(),
        partitions,
        mode,
        (flags & EXCLUSIVE) != 0,
        (flags & OWN_CHANGE) != 0);
  }
}
