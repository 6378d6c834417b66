package io.gigafs.protocol.lease;

import io.gigafs.index.InodeId;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.BulkRequest;

/**
 * Reports files that the client has removed in a partition whose names were delegated to it. A file
 * that has other names, or that is open, has the outcome EOPNOTSUPP: it has to be removed by a
 * request of its own. A name that is gone, or belongs to another file by now, needs no removal.
 *
 * @param confirmed as in {@link Sequence}
 * @param numbers the sequence number of each file, ascending
 * @param names the name of each file
 * @param inodes the inode that each name refers to
 * @param times the time of each removal, ns since the epoch
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record DelegatedUnlinksRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    long confirmed,
    long[] numbers,
    NameList names,
    long[] inodes,
    long[] times)
    implements DelegatedRequest {
  static final Codec<DelegatedUnlinksRequest> CODEC =
      Codec.byHand(
          DelegatedUnlinksRequest.class,
          DelegatedUnlinksRequest::write,
          DelegatedUnlinksRequest::read);

  public static final Opcode<BulkCreateResult> OPCODE =
      Opcode.of(58, "DELEGATED_UNLINKS", CODEC, BulkCreateResult.CODEC);

  /** The minimum encoded size of a file: number, name, inode, time. */
  private static final int MIN_FILE_BYTES = 1 + 2 + 1 + 1;

  void write(WireWriter out) {
    if (numbers.length != names.size()
        || numbers.length != inodes.length
        || numbers.length != times.length) {
      throw new IllegalArgumentException(
          numbers.length
              + " numbers, "
              + names.size()
              + " names, "
              + inodes.length
              + " inodes, "
              + times.length
              + " times");
    }
    out.inode(directory).partition(partition).caller(caller).varlong(confirmed);
    out.count(numbers.length);
    long previous = confirmed;
    long inode = 0;
    long nanos = 0;
    for (int i = 0; i < numbers.length; i++) {
      BulkRequest.checkAscending(previous, numbers[i]);
      out.varlong(numbers[i] - previous).name(names, i).difference(inode, inodes[i]);
      out.difference(nanos, times[i]);
      previous = numbers[i];
      inode = inodes[i];
      nanos = times[i];
    }
  }

  static DelegatedUnlinksRequest read(WireReader in) {
    InodeId directory = in.inode();
    PartitionIndex partition = in.partition();
    Caller caller = in.caller();
    long confirmed = in.size();
    long[] numbers = new long[in.count(Limits.MAX_BULK, MIN_FILE_BYTES)];
    long[] inodes = new long[numbers.length];
    long[] times = new long[numbers.length];
    NameList.Builder names = in.names(numbers.length);
    long previous = confirmed;
    long inode = 0;
    long nanos = 0;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = previous + in.varlong();
      BulkRequest.checkAscending(previous, numbers[i]);
      in.name(names);
      inode = in.difference(inode);
      inodes[i] = inode;
      nanos = in.difference(nanos);
      times[i] = nanos;
      previous = numbers[i];
    }
    return new DelegatedUnlinksRequest(
        directory, partition, caller, confirmed, numbers, names.build(), inodes, times);
  }
}
