package io.gigafs.client.bulk;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.bulk.BulkRequest;
import io.gigafs.protocol.bulk.WriteFilesRequest;
import java.util.Arrays;
import java.util.List;

/** Writes many whole files. */
public final class BulkWrite implements BulkWork {
  private static final int MAX_NAMES = 1_000;
  private static final int MAX_BYTES = 256 << 10;

  private final List<Name> names;
  private final List<byte[]> contents;
  private final int mode;
  private final boolean sync;

  public BulkWrite(List<Name> names, List<byte[]> contents, int mode, boolean sync) {
    this.names = names;
    this.contents = contents;
    this.mode = mode;
    this.sync = sync;
  }

  @Override
  public BulkRequest request(
      InodeId directory,
      PartitionIndex partition,
      Caller caller,
      long confirmed,
      long[] numbers,
      int[] places) {
    return new WriteFilesRequest(
        directory,
        partition,
        caller,
        confirmed,
        numbers,
        Arrays.stream(places).mapToObj(names::get).toList(),
        Arrays.stream(places).mapToObj(contents::get).toList(),
        mode,
        sync);
  }

  @Override
  public BulkGroups.Limit limit() {
    return new BulkGroups.Limit(MAX_NAMES, MAX_BYTES, place -> contents.get(place).length);
  }
}
