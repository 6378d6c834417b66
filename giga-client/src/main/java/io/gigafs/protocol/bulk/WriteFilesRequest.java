package io.gigafs.protocol.bulk;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.file.WriteFileRequest;
import java.util.List;

/**
 * Creates or truncates many files of one partition, writes and closes each. Each is a mutation of
 * its own that succeeds or fails independently. A file that would have to be opened, as described
 * in {@link WriteFileRequest}, is left unchanged (EOPNOTSUPP).
 *
 * @param confirmed as in {@link Sequence}
 * @param numbers the sequence number of each file, ascending
 * @param names the name of each file
 * @param contents the whole content of each file
 * @param mode permission bits of created files (07777), the umask already applied
 * @param sync whether the answer waits until the files are durable
 */
public record WriteFilesRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    long confirmed,
    long[] numbers,
    List<Name> names,
    List<byte[]> contents,
    int mode,
    boolean sync)
    implements BulkRequest {
  static final Codec<WriteFilesRequest> CODEC =
      Codec.byHand(WriteFilesRequest.class, WriteFilesRequest::write, WriteFilesRequest::read);

  public static final Opcode<BulkCreateResult> OPCODE =
      Opcode.of(52, "WRITE_FILES", CODEC, BulkCreateResult.CODEC);

  /** The minimum encoded size of a file: its number, a name of one byte, no contents. */
  private static final int MIN_FILE_BYTES = 1 + 2 + 1;

  @Override
  public Name name(int i) {
    return names.get(i);
  }

  void write(WireWriter out) {
    if (numbers.length != names.size() || numbers.length != contents.size()) {
      throw new IllegalArgumentException(
          numbers.length
              + " numbers do not go with "
              + names.size()
              + " names and "
              + contents.size()
              + " contents");
    }
    out.inode(directory).partition(partition).caller(caller).varlong(confirmed);
    out.mode(mode).flag(sync).count(numbers.length);
    long previous = confirmed;
    for (int i = 0; i < numbers.length; i++) {
      BulkRequest.checkAscending(previous, numbers[i]);
      out.varlong(numbers[i] - previous).name(names.get(i)).bytes(contents.get(i));
      previous = numbers[i];
    }
  }

  static WriteFilesRequest read(WireReader in) {
    InodeId directory = in.inode();
    PartitionIndex partition = in.partition();
    Caller caller = in.caller();
    long confirmed = in.size();
    int mode = in.mode();
    boolean sync = in.flag();
    long[] numbers = new long[in.count(Limits.MAX_BULK, MIN_FILE_BYTES)];
    Name[] names = new Name[numbers.length];
    byte[][] contents = new byte[numbers.length][];
    long previous = confirmed;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = previous + in.varlong();
      BulkRequest.checkAscending(previous, numbers[i]);
      names[i] = in.name();
      contents[i] = in.bytes();
      previous = numbers[i];
    }
    return new WriteFilesRequest(
        directory,
        partition,
        caller,
        confirmed,
        numbers,
        List.of(names),
        List.of(contents),
        mode,
        sync);
  }
}
