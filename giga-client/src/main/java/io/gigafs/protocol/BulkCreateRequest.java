package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import java.util.List;

/**
 * Makes many regular files of no bytes in one partition; each is a mutation of its own that
 * succeeds or fails alone.
 *
 * @param confirmed as in {@link Sequence}
 * @param numbers the sequence number of each file, ascending
 * @param names as many as numbers
 */
public record BulkCreateRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    long confirmed,
    long[] numbers,
    List<Name> names,
    int mode,
    boolean exclusive)
    implements PartitionRequest<BulkCreateResult> {
  @Override
  public Opcode<BulkCreateResult> opcode() {
    return Opcode.BULK_CREATE;
  }
}
