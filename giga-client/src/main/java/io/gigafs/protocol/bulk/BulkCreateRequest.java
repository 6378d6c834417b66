package io.gigafs.protocol.bulk;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Creates many empty regular files in one partition. Each is a mutation of its own that succeeds or
 * fails independently.
 *
 * @param confirmed as in {@link Sequence}
 * @param numbers the sequence number of each file, ascending
 * @param names the name of each file
 */
public record BulkCreateRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    long confirmed,
    long[] numbers,
    NameList names,
    int mode,
    boolean exclusive)
    implements BulkRequest {
  static final Codec<BulkCreateRequest> CODEC =
      Codec.byHand(BulkCreateRequest.class, BulkCreateRequest::write, BulkCreateRequest::read);

  public static final Opcode<BulkCreateResult> OPCODE =
      Opcode.of(3, "BULK_CREATE", CODEC, BulkCreateResult.CODEC);

  /** The minimum encoded size of a file: its number, a name of one byte. */
  private static final int MIN_FILE_BYTES = 1 + 2;

  @Override
  public Name name(int i) {
    return names.get(i);
  }

  @Override
  public long hash(int i) {
    return names.hash(i);
  }

  @Override
  public Opcode<BulkCreateResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    if (numbers.length != names.size()) {
      throw new IllegalArgumentException(
          "a bulk create has " + numbers.length + " numbers for " + names.size() + " names");
    }
    out.inode(directory).partition(partition).caller(caller).varlong(confirmed);
    out.mode(mode).flag(exclusive).count(numbers.length);
    long previous = confirmed;
    for (int i = 0; i < numbers.length; i++) {
      checkAscending(previous, numbers[i]);
      out.varlong(numbers[i] - previous).name(names, i);
      previous = numbers[i];
    }
  }

  static BulkCreateRequest read(WireReader in) {
    InodeId directory = in.inode();
    PartitionIndex partition = in.partition();
    Caller caller = in.caller();
    long confirmed = in.size();
    int mode = in.mode();
    boolean exclusive = in.flag();
    long[] numbers = new long[in.count(Limits.MAX_BULK, MIN_FILE_BYTES)];
    NameList.Builder names = in.names(numbers.length);
    long previous = confirmed;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = previous + in.varlong();
      checkAscending(previous, numbers[i]);
      in.name(names);
      previous = numbers[i];
    }
    return new BulkCreateRequest(
        directory, partition, caller, confirmed, numbers, names.build(), mode, exclusive);
  }

  public static void checkAscending(long previous, long number) {
    if (number <= previous) {
      throw new IllegalArgumentException(
          "mutation " + number + " of a bulk request follows " + previous);
    }
  }
}
