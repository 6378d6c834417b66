package io.gigafs.server.handle;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FindLockRequest;
import io.gigafs.protocol.FindLockResult;
import io.gigafs.protocol.FlockRequest;
import io.gigafs.protocol.HandleSetAttributesRequest;
import io.gigafs.protocol.HandleStatRequest;
import io.gigafs.protocol.LockRequest;
import io.gigafs.protocol.OpenRequest;
import io.gigafs.protocol.OpenResult;
import io.gigafs.protocol.UnlockRequest;
import io.gigafs.protocol.Usage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.content.InlineFiles;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.Operation.Decision;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.server.operation.FileAcls;
import io.gigafs.server.operation.NewFile;
import io.gigafs.server.operation.SplitTrigger;
import io.gigafs.server.operation.WireAttributes;
import io.gigafs.server.placement.Measures;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/**
 * The operations on open files; each decides alone where its file is.
 *
 * @param watch sees to it that what dead sessions hold lapses
 */
public record HandleOperations(
    Operation<OpenRequest, OpenResult> open,
    ContentOperations content,
    RelayOperations relay,
    ObjectOperations objects,
    Operation<HandleStatRequest, EntryResult> stat,
    Operation<HandleSetAttributesRequest, EntryResult> setAttributes,
    Operation<LockRequest, Empty> lock,
    Operation<UnlockRequest, Empty> unlock,
    Operation<FindLockRequest, FindLockResult> findLock,
    Operation<FlockRequest, Empty> flock,
    SessionWatch watch) {

  public static HandleOperations of(HandleContext context, NewFile newFile, SplitTrigger splits) {
    Measures measures = new Measures(context.objects());
    LockOperations locks = new LockOperations(context);
    return new HandleOperations(
        new OpenOperation(newFile, splits, context.quotas()),
        ContentOperations.of(context),
        RelayOperations.of(context.relay()),
        ObjectOperations.of(context),
        new Reading<>(
            (request, exchange, partition, turn) ->
                stat(measures, request, exchange, partition, turn)),
        (request, exchange, partition, turn) ->
            setAttributes(context.quotas(), request, exchange, partition, turn),
        locks::lock,
        locks::unlock,
        new Reading<>(locks::find),
        locks::flock,
        new SessionWatch(context, HoldChanges::lapse));
  }

  private static Decision stat(
      Measures measures,
      HandleStatRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      Turn turn) {
    return HandlePlace.toRead(
        request,
        exchange,
        partition,
        turn,
        place -> {
          measures.answer(
              exchange,
              partition,
              place.name(),
              place.attributes(partition, turn),
              turn,
              WireAttributes::resultOf);
          return Decision.TAKEN;
        });
  }

  private static Decision setAttributes(
      Quotas quotas,
      HandleSetAttributesRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      Turn turn) {
    return HandlePlace.toChange(
        request,
        exchange,
        partition,
        turn,
        place -> {
          @Nullable Answer<EntryResult> answer =
              quotas.decide(
                  partition,
                  turn,
                  exchange,
                  needOf(request.change(), place.attributes(partition, turn)),
                  () -> change(request, partition, place, turn));
          if (answer == null) {
            return Decision.WAIT;
          }
          turn.settle(partition, request, exchange, answer);
          return Decision.TAKEN;
        });
  }

  private static Answer<EntryResult> change(
      HandleSetAttributesRequest request, PartitionState partition, HandlePlace place, Turn turn) {
    EntryKey key = partition.keyOf(place.name());
    Attributes old = place.attributes(partition, turn);
    AttributeChange change = request.change();
    @Nullable ErrorCode refused =
        change.size() == null ? null : refuseSize(change.size(), place, old);
    if (refused == null) {
      // The handle itself is the permission to write.
      refused =
          AttributeRules.refuse(
              old,
              FileAcls.accessOf(turn.batch(), key, old),
              change.withoutSize(),
              request.caller());
    }
    if (refused != null) {
      return new Answer.Failed<>(refused, "");
    }
    if (!partition.usage().tryPrepay(turn, needOf(change, old))) {
      return Quotas.overQuota();
    }
    Attributes changed = AttributeRules.apply(old, change, request.caller(), turn.wallNanos());
    InlineFiles.truncate(turn.batch(), key, old, changed.size());
    turn.batch().putEntry(key, changed);
    partition.entryChanged(turn, old, changed);
    return new Answer.Done<>(WireAttributes.resultOf(changed));
  }

  /** What a change takes of a quota. */
  private static Usage needOf(AttributeChange change, Attributes old) {
    Long size = change.size();
    return size == null || old.type() != FileType.REGULAR
        ? Usage.NOTHING
        : new Usage(0, Math.max(0, size - old.size()));
  }

  private static @Nullable ErrorCode refuseSize(long size, HandlePlace place, Attributes old) {
    if (size < 0 || !place.handle().writes() || old.type() != FileType.REGULAR) {
      return ErrorCode.EINVAL;
    }
    return size > AttributeRules.MAX_SIZE ? ErrorCode.EFBIG : null;
  }
}
