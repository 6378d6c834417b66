package io.gigafs.server.operation;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.ExposeRequest;
import io.gigafs.protocol.FileData;
import io.gigafs.protocol.ReadFileResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.content.StoredFiles;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.server.placement.ObjectContext;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import org.jspecify.annotations.Nullable;

/**
 * Tells where a file's bytes are, for programs that go to the volume by themselves. From then on
 * size and time of the last change are the object's, and the file keeps that object for as long as
 * it is: the answer waits until that is on the disk. An inline file stays one, and is only read.
 */
final class ExposeOperation implements Operation<ExposeRequest, ReadFileResult> {
  private final ObjectContext objects;
  private final ReadFileOperation reading;

  ExposeOperation(ObjectContext objects, ReadFileOperation reading) {
    this.objects = objects;
    this.reading = reading;
  }

  @Override
  public Decision decide(
      ExposeRequest request,
      Exchange<ReadFileResult> exchange,
      PartitionState partition,
      Turn turn) {
    Exchange<ReadFileResult> synced = objects.syncs().synced(exchange);
    @Nullable Decision decided = Admission.toChange(request, synced, partition, turn);
    if (decided != null) {
      return decided;
    }
    EntryKey key = partition.keyOf(request.name());
    Attributes found = turn.batch().getEntry(key);
    if (found != null && NamedFile.isOther(found, request.expected())) {
      turn.failed(exchange, ErrorCode.ESTALE, "");
      return Decision.TAKEN;
    }
    Answer<ReadFileResult> answer = reading.read(request.caller(), request.name(), partition, turn);
    boolean isStored =
        answer instanceof Answer.Done<ReadFileResult> done
            && done.result().data() instanceof FileData.Stored;
    if (!isStored) {
      // Nothing is decided: whoever asks again may be told of other bytes.
      turn.answer(exchange, answer);
      return Decision.TAKEN;
    }
    Attributes file = turn.batch().getEntry(key);
    if (file != null) {
      partition.entryChanged(turn, file, StoredFiles.expose(turn.batch(), key, file));
    }
    turn.settle(partition, request, synced, answer);
    return Decision.TAKEN;
  }
}
