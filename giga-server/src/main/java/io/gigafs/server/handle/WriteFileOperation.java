package io.gigafs.server.handle;

import io.gigafs.access.Access;
import io.gigafs.access.Acl;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DataWrite;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Usage;
import io.gigafs.protocol.WriteFileRequest;
import io.gigafs.protocol.WriteFileResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.content.InlineFiles;
import io.gigafs.server.content.InlineWrite;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.server.operation.Admission;
import io.gigafs.server.operation.FileAcls;
import io.gigafs.server.operation.NewFile;
import io.gigafs.server.operation.Permissions;
import io.gigafs.server.operation.SplitTrigger;
import io.gigafs.server.operation.WireAttributes;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Does in one batch what opening a file to make or empty it, writing it and closing it do; without
 * a handle, as nobody else has the file open.
 */
final class WriteFileOperation implements Operation<WriteFileRequest, WriteFileResult> {
  private static final AttributeChange TO_NOTHING = AttributeChange.ofSize(0);
  private static final Answer<WriteFileResult> TO_BE_OPENED =
      new Answer.Done<>(new WriteFileResult(null));

  private final NewFile newFile;
  private final SplitTrigger splits;
  private final HandleContext context;

  WriteFileOperation(NewFile newFile, SplitTrigger splits, HandleContext context) {
    this.newFile = newFile;
    this.splits = splits;
    this.context = context;
  }

  @Override
  public Decision decide(
      WriteFileRequest request,
      Exchange<WriteFileResult> exchange,
      PartitionState partition,
      Turn turn) {
    Exchange<WriteFileResult> answerTo =
        request.sync() ? context.syncs().synced(exchange) : exchange;
    @Nullable Decision decided = Admission.toChange(request, answerTo, partition, turn);
    if (decided != null) {
      return decided;
    }
    @Nullable Attributes found = turn.batch().getEntry(partition.keyOf(request.name()));
    @Nullable Answer<WriteFileResult> answer = refuse(request, partition, found, turn);
    if (answer == null) {
      context.store().checkRoom();
      Usage need = needOf(request, found);
      answer =
          context
              .quotas()
              .decide(
                  partition,
                  turn,
                  exchange,
                  need,
                  () -> write(request, partition, turn, found, need));
    }
    if (answer == null) {
      return Decision.WAIT;
    }
    turn.settle(partition, request, TO_BE_OPENED.equals(answer) ? exchange : answerTo, answer);
    splits.afterGrowth(partition, turn);
    return Decision.TAKEN;
  }

  /** Why nothing is done; null if the file may be written. */
  private @Nullable Answer<WriteFileResult> refuse(
      WriteFileRequest request, PartitionState partition, @Nullable Attributes found, Turn turn) {
    Caller caller = request.caller();
    if (!Permissions.has(partition, caller, Access.SEARCH)) {
      return failed(ErrorCode.EACCES);
    }
    int most = context.view().get().settings().mostInlineBytes();
    if (request.bytes().length > most || (found != null && !isPlain(request, partition, found))) {
      return TO_BE_OPENED;
    }
    boolean mayWrite =
        found == null
            ? Permissions.has(partition, caller, Access.WRITE)
            : mayWrite(request, partition, found, turn);
    return mayWrite ? null : failed(ErrorCode.EACCES);
  }

  /** Whether a file is wholly here, and nobody would notice that no handle comes to be. */
  private static boolean isPlain(
      WriteFileRequest request, PartitionState partition, Attributes found) {
    return !partition.isHome()
        && InlineFiles.isInline(found)
        && !found.has(Attributes.LINKED)
        && !partition.holds().isHeld(request.name());
  }

  private static boolean mayWrite(
      WriteFileRequest request, PartitionState partition, Attributes found, Turn turn) {
    Acl acl = FileAcls.accessOf(turn.batch(), partition.keyOf(request.name()), found);
    return Access.allows(
        found.mode(), found.uid(), found.gid(), acl, request.caller(), Access.WRITE);
  }

  private static Usage needOf(WriteFileRequest request, @Nullable Attributes found) {
    int bytes = request.bytes().length;
    return found == null ? new Usage(1, bytes) : new Usage(0, Math.max(0, bytes - found.size()));
  }

  /** Writes a file that may be written. */
  private Answer<WriteFileResult> write(
      WriteFileRequest request,
      PartitionState partition,
      Turn turn,
      @Nullable Attributes found,
      Usage need) {
    if (!partition.usage().tryPrepay(turn, need)) {
      return Quotas.overQuota();
    }
    if (found != null) {
      return fill(request, partition, turn, found);
    }
    Answer<EntryResult> made =
        newFile.create(partition, turn, request.caller(), request.name(), request.mode(), true);
    if (made instanceof Answer.Failed<EntryResult> refused) {
      return new Answer.Failed<>(refused.code(), refused.detail());
    }
    Attributes fresh = turn.batch().getEntry(partition.keyOf(request.name()));
    if (fresh == null) {
      throw new IllegalStateException(request.name() + " was made and is not there");
    }
    return request.bytes().length == 0 ? done(fresh) : fill(request, partition, turn, fresh);
  }

  /** Has a file hold the request's bytes and nothing else. */
  private Answer<WriteFileResult> fill(
      WriteFileRequest request, PartitionState partition, Turn turn, Attributes before) {
    EntryKey key = partition.keyOf(request.name());
    Caller caller = request.caller();
    int most = context.view().get().settings().mostInlineBytes();
    Attributes emptied = AttributeRules.apply(before, TO_NOTHING, caller, turn.wallNanos());
    List<DataWrite> all = List.of(new DataWrite(0, request.bytes()));
    Attributes after = emptied;
    if (InlineWrite.of(turn.batch(), key, emptied, all, most) instanceof InlineWrite.Bytes bytes) {
      after = AttributeRules.written(emptied, bytes.size(), caller, turn.wallNanos());
      bytes.apply(turn.batch(), key);
    } else {
      InlineFiles.truncate(turn.batch(), key, before, 0);
    }
    turn.batch().putEntry(key, after);
    partition.entryChanged(turn, before, after);
    return done(after);
  }

  private static Answer<WriteFileResult> done(Attributes file) {
    return new Answer.Done<>(new WriteFileResult(WireAttributes.of(file)));
  }

  private static Answer<WriteFileResult> failed(ErrorCode code) {
    return new Answer.Failed<>(code, "");
  }
}
