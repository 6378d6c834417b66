package io.gigafs.server.namespace;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.namespace.NoteAccessRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;

/** Records an access that was made while the name was held, once it is released. */
final class NoteAccessOperation implements PartitionOperation<NoteAccessRequest, Empty> {
  @Override
  public Decision decide(
      NoteAccessRequest request,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (!partition.owns(request.name())) {
      commitBatch.answer(exchange, new Answer.Split<>(partition.map()));
      return Decision.TAKEN;
    }
    if (partition.isBlocked(request.name())) {
      return Decision.WAIT;
    }
    Attributes file = commitBatch.batch().getEntry(partition.keyOf(request.name()));
    if (file != null && file.inode() == request.file().value()) {
      NotedAccess.ofFree(partition, request.name(), file, request.accessedNanos(), commitBatch);
    }
    commitBatch.done(exchange, Empty.INSTANCE);
    return Decision.TAKEN;
  }
}
