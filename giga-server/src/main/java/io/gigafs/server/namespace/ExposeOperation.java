package io.gigafs.server.namespace;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.file.ExposeRequest;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.ReadFileRequest.ReadFileResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.NamedFile;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import org.jspecify.annotations.Nullable;

/**
 * Returns the location of a file's bytes to programs that access the volume directly. From then on
 * size and time of the last change are the object's, and the file keeps that object for as long as
 * it exists: the answer waits until that is durable. An inline file stays inline, and is only read.
 */
final class ExposeOperation implements PartitionOperation<ExposeRequest, ReadFileResult> {
  private final ServerContext context;
  private final ReadFileOperation reading;

  ExposeOperation(ServerContext context, ReadFileOperation reading) {
    this.context = context;
    this.reading = reading;
  }

  @Override
  public Decision decide(
      ExposeRequest request,
      Exchange<ReadFileResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    Exchange<ReadFileResult> synced = context.syncs().synced(exchange);
    @Nullable Decision decided = Admission.toChange(request, synced, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    EntryKey key = partition.keyOf(request.name());
    Attributes found = commitBatch.batch().getEntry(key);
    if (found != null && NamedFile.isOther(found, request.expected())) {
      commitBatch.failed(exchange, ErrorCode.ESTALE, "");
      return Decision.TAKEN;
    }
    Answer<ReadFileResult> answer =
        reading.read(request.caller(), request.name(), partition, commitBatch);
    boolean isStored =
        answer instanceof Answer.Done<ReadFileResult> done
            && done.result().data() instanceof FileData.Stored;
    if (!isStored) {
      // Nothing is recorded: a retry may get other bytes.
      commitBatch.answer(exchange, answer);
      return Decision.TAKEN;
    }
    Attributes file = commitBatch.batch().getEntry(key);
    if (file != null) {
      partition.entryChanged(commitBatch, file, StoredFiles.expose(commitBatch.batch(), key, file));
    }
    commitBatch.settle(partition, request, synced, answer);
    return Decision.TAKEN;
  }
}
