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
 * Reports empty regular files that the client has created in a partition whose names were delegated
 * to it. Each is a mutation of its own, which fails with EEXIST if the name exists.
 *
 * @param confirmed as in {@link Sequence}
 * @param numbers the sequence number of each file, ascending
 * @param names the name of each file
 * @param files the attributes of each file
 * @param session the client's session, to which the handles of open files belong
 */
public record DelegatedCreatesRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    long confirmed,
    long[] numbers,
    NameList names,
    File[] files,
    long session)
    implements DelegatedRequest {
  static final Codec<DelegatedCreatesRequest> CODEC =
      Codec.byHand(
          DelegatedCreatesRequest.class,
          DelegatedCreatesRequest::write,
          DelegatedCreatesRequest::read);

  public static final Opcode<BulkCreateResult> OPCODE =
      Opcode.of(57, "DELEGATED_CREATES", CODEC, BulkCreateResult.CODEC);

  /** The minimum encoded size of a file: number, name, mode, inode, time, handle. */
  private static final int MIN_FILE_BYTES = 1 + 2 + 1 + 1 + 1 + 1;

  private static final int READS = 1;
  private static final int WRITES = 2;
  private static final int APPENDS = 4;

  /**
   * The reported attributes of a file.
   *
   * @param mode permission bits (07777) as requested, before the directory's rules are applied
   * @param inode one of the ids that were granted with the delegation
   * @param nanos creation time, ns since the epoch
   * @param handle the handle that has it open; 0 if it is closed
   * @param appends whether the handle writes only at the end of the file
   */
  public record File(
      int mode,
      long inode,
      long nanos,
      long handle,
      boolean reads,
      boolean writes,
      boolean appends) {}

  void write(WireWriter out) {
    if (numbers.length != names.size() || numbers.length != files.length) {
      throw new IllegalArgumentException(
          numbers.length + " numbers, " + names.size() + " names, " + files.length + " files");
    }
    out.inode(directory).partition(partition).caller(caller).varlong(confirmed);
    out.int64(session).count(numbers.length);
    long previous = confirmed;
    long inode = 0;
    long nanos = 0;
    for (int i = 0; i < numbers.length; i++) {
      File file = files[i];
      BulkRequest.checkAscending(previous, numbers[i]);
      out.varlong(numbers[i] - previous).name(names, i).mode(file.mode);
      out.difference(inode, file.inode).difference(nanos, file.nanos).varlong(file.handle);
      if (file.handle != 0) {
        out.int8(
            (file.reads ? READS : 0) | (file.writes ? WRITES : 0) | (file.appends ? APPENDS : 0));
      }
      previous = numbers[i];
      inode = file.inode;
      nanos = file.nanos;
    }
  }

  static DelegatedCreatesRequest read(WireReader in) {
    InodeId directory = in.inode();
    PartitionIndex partition = in.partition();
    Caller caller = in.caller();
    long confirmed = in.size();
    long session = in.int64();
    long[] numbers = new long[in.count(Limits.MAX_BULK, MIN_FILE_BYTES)];
    File[] files = new File[numbers.length];
    NameList.Builder names = in.names(numbers.length);
    long previous = confirmed;
    long inode = 0;
    long nanos = 0;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = previous + in.varlong();
      BulkRequest.checkAscending(previous, numbers[i]);
      in.name(names);
      int mode = in.mode();
      inode = in.difference(inode);
      nanos = in.difference(nanos);
      long handle = in.varlong();
      int uses = handle == 0 ? 0 : in.int8();
      files[i] =
          new File(
              mode,
              inode,
              nanos,
              handle,
              (uses & READS) != 0,
              (uses & WRITES) != 0,
              (uses & APPENDS) != 0);
      previous = numbers[i];
    }
    return new DelegatedCreatesRequest(
        directory, partition, caller, confirmed, numbers, names.build(), files, session);
  }
}
