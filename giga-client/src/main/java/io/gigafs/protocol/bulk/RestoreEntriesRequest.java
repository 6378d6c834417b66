package io.gigafs.protocol.bulk;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * Creates many entries of one partition with attributes from elsewhere. Only for the superuser. An
 * existing entry that is exactly equal counts as created; any other existing entry is an error
 * (EEXIST). Entries that need more than attributes (directories and symbolic links) are refused
 * (EINVAL).
 *
 * @param entries one for each number
 */
public record RestoreEntriesRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    long confirmed,
    long[] numbers,
    List<RestoredEntry> entries)
    implements BulkRequest {
  static final Codec<RestoreEntriesRequest> CODEC =
      Codec.byHand(
          RestoreEntriesRequest.class, RestoreEntriesRequest::write, RestoreEntriesRequest::read);

  public static final Opcode<BulkCreateResult> OPCODE =
      Opcode.of(14, "RESTORE_ENTRIES", CODEC, BulkCreateResult.CODEC);

  @Override
  public Name name(int i) {
    return entries.get(i).name();
  }

  void write(WireWriter out) {
    if (numbers.length != entries.size()) {
      throw new IllegalArgumentException(
          "a restore has " + numbers.length + " numbers for " + entries.size() + " entries");
    }
    out.inode(directory).partition(partition).caller(caller).varlong(confirmed);
    out.count(numbers.length);
    long previous = confirmed;
    for (int i = 0; i < numbers.length; i++) {
      BulkRequest.checkAscending(previous, numbers[i]);
      out.varlong(numbers[i] - previous);
      entries.get(i).write(out);
      previous = numbers[i];
    }
  }

  static RestoreEntriesRequest read(WireReader in) {
    InodeId directory = in.inode();
    PartitionIndex partition = in.partition();
    Caller caller = in.caller();
    long confirmed = in.size();
    long[] numbers = new long[in.count(Limits.MAX_BULK, 1 + RestoredEntry.MIN_BYTES)];
    RestoredEntry[] entries = new RestoredEntry[numbers.length];
    long previous = confirmed;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = previous + in.varlong();
      BulkRequest.checkAscending(previous, numbers[i]);
      entries[i] = RestoredEntry.read(in);
      previous = numbers[i];
    }
    return new RestoreEntriesRequest(
        directory, partition, caller, confirmed, numbers, List.of(entries));
  }
}
