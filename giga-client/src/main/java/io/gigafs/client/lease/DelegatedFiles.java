package io.gigafs.client.lease;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.BulkRequest;
import io.gigafs.protocol.lease.DelegatedCreatesRequest;
import io.gigafs.protocol.lease.DelegatedCreatesRequest.File;
import java.util.Arrays;
import java.util.List;

/** Files created under a delegation, being flushed to the server. */
final class DelegatedFiles extends DelegatedBatch<DelegatedFile> {
  private final File[] files;

  /** The request entries are fixed here. */
  DelegatedFiles(LeaseContext context, Delegation delegation, Key key, List<DelegatedFile> files) {
    super(context, delegation, key, files);
    this.files = files.stream().map(DelegatedFile::send).toArray(File[]::new);
  }

  @Override
  public BulkRequest request(
      InodeId directory,
      PartitionIndex partition,
      Caller caller,
      long confirmed,
      long[] numbers,
      int[] places) {
    return new DelegatedCreatesRequest(
        directory,
        partition,
        caller,
        confirmed,
        numbers,
        names(places),
        Arrays.stream(places).mapToObj(place -> files[place]).toArray(File[]::new),
        key().session());
  }

  @Override
  void made(DelegatedFile file, PartitionIndex partition, BulkCreateResult result, long sentNanos) {
    if (context().attributeCache().isOn()) {
      context()
          .attributeCache()
          .learn(
              file.opening().key(),
              partition,
              file.attributes(),
              result.others(),
              file.moment(),
              file.moment(),
              sentNanos);
    }
  }
}
