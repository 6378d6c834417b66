package io.gigafs.client.bulk;

import io.gigafs.client.FileContents;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.RequestContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Reads many small files of one directory. Safe for use by several threads. */
public final class BulkRead extends Bulk<FileContents> {
  /** The maximum bytes of files in an answer. */
  static final int MAX_BYTES = 256 << 10;

  private static final int MAX_NAMES = 256;
  private static final int FEWEST_NAMES = 8;

  /** The assumed size of a file before any was read. */
  private static final int EXPECTED_BYTES = 4 << 10;

  private final AtomicLong files = new AtomicLong(1);
  private final AtomicLong bytes = new AtomicLong(EXPECTED_BYTES);

  public BulkRead(
      RequestContext context, ClientOperation<List<FileContents>> operation, List<Name> names) {
    super(context, operation, names);
  }

  @Override
  void send(InodeId directory, int[] places) {
    new BulkReadCall(this, places).begin(directory);
  }

  /** As many names as fill about one answer, by the average size of the files read so far. */
  @Override
  BulkGroups.Limit limit() {
    long each = Math.max(1, bytes.get() / files.get());
    int names = (int) Math.max(FEWEST_NAMES, Math.min(MAX_NAMES, MAX_BYTES / each));
    return new BulkGroups.Limit(names, BulkGroups.NAMES.bytes(), BulkGroups.NAMES.bytesBeside());
  }

  void hasRead(int moreFiles, long moreBytes) {
    files.addAndGet(moreFiles);
    bytes.addAndGet(moreBytes);
  }
}
