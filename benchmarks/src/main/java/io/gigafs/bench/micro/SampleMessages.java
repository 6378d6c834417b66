package io.gigafs.bench.micro;

import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.bulk.NewFiles;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.ListRequest.ListResult;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The messages of a busy directory, with typical values. */
final class SampleMessages {
  /** Number of entries of a page, and of files of a bulk request. */
  static final int MANY = 1_000;

  private static final Caller CALLER = new Caller(1_000, 1_000);
  private static final int MODE = 0644;
  private static final long ID = 100_000;
  private static final int REMAINING_MILLIS = 30_000;

  private SampleMessages() {}

  static LookupRequest lookupRequest() {
    return new LookupRequest(
        SampleFiles.DIRECTORY,
        PartitionIndex.ZEROTH,
        CALLER,
        SampleNames.name(1),
        false,
        false,
        false);
  }

  static Frame lookup() {
    return asked(lookupRequest());
  }

  static Frame found() {
    return answered(LookupRequest.OPCODE, new LookupResult(SampleFiles.attributes(1), 0, null));
  }

  static Frame create() {
    return asked(
        new CreateRequest(
            SampleFiles.DIRECTORY,
            PartitionIndex.ZEROTH,
            CALLER,
            ID - 64,
            new long[] {ID},
            NameList.of(List.of(SampleNames.name(1))),
            null,
            MODE,
            true,
            true));
  }

  static Frame created() {
    return answered(CreateRequest.OPCODE, one());
  }

  /** The result of the creation of one file. */
  static BulkCreateResult one() {
    FileAttributes file = SampleFiles.attributes(1);
    return new BulkCreateResult(
        new int[1],
        new long[] {file.inode().value()},
        new NewFiles(file.mode(), file.uid(), file.gid(), file.modifiedNanos()),
        List.of(),
        null,
        LookupResult.NOT_TO_BE_KEPT);
  }

  /** A page with attributes. */
  static Frame page() {
    List<ListedEntry> entries = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      entries.add(
          new ListedEntry(
              SampleNames.name(i),
              SampleFiles.attributes(i).inode(),
              FileType.REGULAR,
              SampleFiles.attributes(i)));
    }
    return answered(ListRequest.OPCODE, new ListResult(entries, null, PartitionMap.UNSPLIT));
  }

  static Frame bulkCreate() {
    return asked(
        new CreateRequest(
            SampleFiles.DIRECTORY,
            PartitionIndex.ZEROTH,
            CALLER,
            ID,
            LongStream.rangeClosed(ID + 1, ID + MANY).toArray(),
            NameList.of(SampleNames.names(MANY)),
            null,
            MODE,
            true,
            false));
  }

  static Frame bulkCreated() {
    long[] inodes =
        IntStream.range(0, MANY)
            .mapToLong(i -> SampleFiles.attributes(i).inode().value())
            .toArray();
    return answered(CreateRequest.OPCODE, new BulkCreateResult(new int[MANY], inodes, null));
  }

  private static Frame asked(Request<?> request) {
    return new Frame.OfRequest(ID, REMAINING_MILLIS, request);
  }

  private static <R extends Result> Frame answered(Opcode<R> opcode, R result) {
    return new Frame.OfAnswer(ID, opcode, new Answer.Done<>(result));
  }
}
