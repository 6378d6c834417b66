package io.gigafs.server.file;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.file.CloseRequest;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.ReadRequest;
import io.gigafs.protocol.file.WriteRequest;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.InlineFiles;
import io.gigafs.server.data.InlineWrite;
import io.gigafs.server.data.Measures;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.namespace.NotedAccess;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation.Decision;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operations on the inline bytes of open files. If the bytes are on a volume, or no longer fit
 * inline, the file stays unchanged and the answer says so.
 */
final class ContentOperations {
  private final ServerContext context;
  private final Quotas quotas;
  private final Measures measures;

  ContentOperations(ServerContext context, Quotas quotas, Measures measures) {
    this.context = context;
    this.quotas = quotas;
    this.measures = measures;
  }

  Decision write(
      WriteRequest request,
      Exchange<DataResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    Exchange<DataResult> answerTo = request.sync() ? context.syncs().synced(exchange) : exchange;
    return HandlePlace.toChange(
        request,
        answerTo,
        partition,
        commitBatch,
        place -> {
          Written written = new Written(request, request.writes(), partition, place, commitBatch);
          if (written.waitsForMove()) {
            return Decision.WAIT;
          }
          @Nullable Answer<DataResult> answer = written.decide(exchange);
          return answer == null
              ? Decision.WAIT
              : settle(request, answerTo, partition, answer, commitBatch);
        });
  }

  Decision close(
      CloseRequest request,
      Exchange<DataResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    Exchange<DataResult> answerTo = request.sync() ? context.syncs().synced(exchange) : exchange;
    return HandlePlace.toChange(
        request,
        answerTo,
        partition,
        commitBatch,
        place -> {
          Written written = new Written(request, request.writes(), partition, place, commitBatch);
          if (written.waitsForMove()) {
            return Decision.WAIT;
          }
          @Nullable Answer<DataResult> answer = written.decide(exchange);
          if (answer == null) {
            return Decision.WAIT;
          }
          if (answer instanceof Answer.Done<DataResult> done && done.result().applied()) {
            answer = closed(request, partition, place, done.result(), commitBatch);
          }
          return settle(request, answerTo, partition, answer, commitBatch);
        });
  }

  private Answer<DataResult> closed(
      CloseRequest request,
      PartitionState partition,
      HandlePlace place,
      DataResult written,
      CommitBatch commitBatch) {
    long session = request.handle().session();
    long number = request.handle().number();
    boolean isAlone = place.file().wroteAlone(session, number);
    place.file().close(session, number);
    OpenStateChanges.changed(partition, place.name(), place.file(), session, commitBatch);
    Attributes file = place.attributes(partition, commitBatch);
    if (place.handle().writes() && StoredFiles.isStored(file)) {
      file = Reported.closed(measures, request, partition, place, file, isAlone, commitBatch);
    }
    if (request.read() && place.handle().reads()) {
      file =
          NotedAccess.ofFree(partition, place.name(), file, commitBatch.wallNanos(), commitBatch);
    }
    Attributes shown = StoredFiles.shown(commitBatch.batch(), partition.keyOf(place.name()), file);
    return new Answer.Done<>(
        new DataResult(
            true,
            WireAttributes.of(shown),
            written.end(),
            null,
            written.changedBeforeNanos(),
            StoredFiles.isMeasured(file)));
  }

  /** The remembered answer has no file data: a client that retries reads the data again. */
  static <Q extends Mutation<DataResult>> Decision settle(
      Q request,
      Exchange<DataResult> exchange,
      PartitionState partition,
      Answer<DataResult> answer,
      CommitBatch commitBatch) {
    Answer<DataResult> remembered =
        answer instanceof Answer.Done<DataResult> done
            ? new Answer.Done<>(done.result().withoutData())
            : answer;
    commitBatch.settle(partition, request, exchange, answer, remembered);
    return Decision.TAKEN;
  }

  Decision read(
      ReadRequest request,
      Exchange<DataResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return HandlePlace.toRead(
        request,
        exchange,
        partition,
        commitBatch,
        place -> {
          EntryKey key = partition.keyOf(place.name());
          Attributes file = place.attributes(partition, commitBatch);
          @Nullable FileData data = dataOf(request, key, file, place, commitBatch);
          if (data == null) {
            commitBatch.failed(exchange, ErrorCode.EINVAL, "no bytes are kept of a " + file.type());
            return Decision.TAKEN;
          }
          Attributes shown = StoredFiles.shown(commitBatch.batch(), key, file);
          boolean byOthers =
              ByteRangeLockOperations.isChangedByOthers(
                  file, place.file(), request.handle().session());
          commitBatch.done(
              exchange,
              new DataResult(true, WireAttributes.of(shown), 0, data).withByOthers(byOthers));
          return Decision.TAKEN;
        });
  }

  private @Nullable FileData dataOf(
      HandleRequest<?> request,
      EntryKey key,
      Attributes file,
      HandlePlace place,
      CommitBatch commitBatch) {
    @Nullable FileData data = InlineFiles.read(commitBatch, key, file);
    return ObjectAnswers.of(data, place.file(), request.handle().session(), context.view());
  }

  /** The writes of one request. */
  private final class Written {
    private final HandleRequest<DataResult> request;
    private final List<DataWrite> writes;
    private final PartitionState partition;
    private final HandlePlace place;
    private final CommitBatch commitBatch;

    Written(
        HandleRequest<DataResult> request,
        List<DataWrite> writes,
        PartitionState partition,
        HandlePlace place,
        CommitBatch commitBatch) {
      this.request = request;
      this.writes = writes;
      this.partition = partition;
      this.place = place;
      this.commitBatch = commitBatch;
    }

    /** Whether another client is copying the file to a volume and would have to copy it again. */
    boolean waitsForMove() {
      long session = request.handle().session();
      return partition.isBeingMoved(place.file().inode(), session, commitBatch)
          && !writes.isEmpty();
    }

    /** Applies all writes or none; null if the quota has to be asked first. */
    @Nullable Answer<DataResult> decide(Exchange<DataResult> exchange) {
      EntryKey key = partition.keyOf(place.name());
      Attributes file = place.attributes(partition, commitBatch);
      if (writes.isEmpty()) {
        return applied(file, file, 0);
      }
      @Nullable ErrorCode refused = place.refuseWriting(file, writes);
      if (refused != null) {
        return failed(refused);
      }
      if (file.type() != FileType.REGULAR) {
        return failed(ErrorCode.EINVAL);
      }
      if (!InlineFiles.isInline(file)) {
        return notApplied(key, file);
      }
      int most = context.view().get().settings().mostInlineBytes();
      InlineWrite comesTo = InlineWrite.of(commitBatch.batch(), key, file, writes, most);
      if (comesTo instanceof InlineWrite.Refused impossible) {
        return failed(impossible.code());
      }
      if (comesTo instanceof InlineWrite.TooLarge) {
        return notApplied(key, file);
      }
      if (comesTo instanceof InlineWrite.Nothing nothing) {
        return applied(file, file, nothing.end());
      }
      InlineWrite.Bytes bytes = (InlineWrite.Bytes) comesTo;
      context.store().checkRoom();
      QuotaUsage need = new QuotaUsage(0, Math.max(0, bytes.size() - file.size()));
      return quotas.decide(
          partition, commitBatch, exchange, need, () -> apply(bytes, need, key, file));
    }

    private Answer<DataResult> apply(
        InlineWrite.Bytes bytes, QuotaUsage need, EntryKey key, Attributes file) {
      if (!partition.usage().tryPrepay(commitBatch, need)) {
        return Quotas.overQuota();
      }
      Caller caller = request.caller();
      Attributes written =
          AttributeRules.written(file, bytes.size(), caller, commitBatch.wallNanos())
              .withHoles(bytes.holes());
      bytes.apply(commitBatch.batch(), key);
      commitBatch.batch().putEntry(key, written);
      partition.entryChanged(commitBatch, file, written);
      return applied(file, written, bytes.end());
    }

    private static Answer<DataResult> applied(Attributes before, Attributes file, long end) {
      return new Answer.Done<>(
          new DataResult(true, WireAttributes.of(file), end, null, before.changedNanos()));
    }

    private Answer<DataResult> notApplied(EntryKey key, Attributes file) {
      @Nullable FileData data = dataOf(request, key, file, place, commitBatch);
      Attributes shown = StoredFiles.shown(commitBatch.batch(), key, file);
      boolean byOthers =
          ByteRangeLockOperations.isChangedByOthers(file, place.file(), request.handle().session());
      return new Answer.Done<>(
          new DataResult(false, WireAttributes.of(shown), 0, data).withByOthers(byOthers));
    }

    private static Answer<DataResult> failed(ErrorCode code) {
      return new Answer.Failed<>(code, "");
    }
  }
}
