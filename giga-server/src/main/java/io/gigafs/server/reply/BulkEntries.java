package io.gigafs.server.reply;

import io.gigafs.protocol.bulk.BulkRequest;
import org.jspecify.annotations.Nullable;

/** Entries of a bulk request that are decided together, as they are of one partition. Immutable. */
public final class BulkEntries {
  private final int @Nullable [] indices;
  private final int from;
  private final int size;

  private BulkEntries(int @Nullable [] indices, int from, int size) {
    this.indices = indices;
    this.from = from;
    this.size = size;
  }

  /** All entries of a request. */
  public static BulkEntries allOf(BulkRequest request) {
    return all(request.numbers().length);
  }

  static BulkEntries all(int count) {
    return new BulkEntries(null, 0, count);
  }

  /** The entries at these indices, from a place of the array to before another one, ascending. */
  public static BulkEntries of(int[] indices, int from, int to) {
    return new BulkEntries(indices, from, to - from);
  }

  /** Whether the request has no other entries. */
  public boolean isAll() {
    return indices == null;
  }

  public int size() {
    return size;
  }

  /** The index in the request of the k-th of the entries. */
  public int index(int k) {
    return indices == null ? k : indices[from + k];
  }
}
