package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.Target;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.LinkRequest;

/** linkat(2): one request, to the server of the existing name, once both targets are resolved. */
public final class Link extends PairOperation<EntryResult, FileAttributes> {
  public Link(
      ClientContext context, ClientOperation<FileAttributes> operation, Target to, Follow follow) {
    super(context, operation, PathUse.FILE, follow, to, PathUse.MAKE_FILE);
  }

  @Override
  protected Request<EntryResult> request(
      InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new LinkRequest(
        directory,
        partition,
        operation().caller(),
        sequence,
        name(),
        other().parent().id(),
        otherPartition(),
        other().name(),
        follow() == Follow.YES,
        expected());
  }

  @Override
  protected void succeeded(EntryResult result) {
    complete(result.attributes());
  }
}
