package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.LinkRequest;

/** linkat(2): one request, to the server of the existing name, once both paths are resolved. */
final class Link extends PairOperation<EntryResult, FileAttributes> {
  Link(Core core, ClientOperation<FileAttributes> operation, GigaPath to, Follow follow) {
    super(core, operation, PathUse.FILE, follow, to, PathUse.MAKE_FILE);
  }

  @Override
  Request<EntryResult> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
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
  void succeeded(EntryResult result) {
    complete(result.attributes());
  }
}
