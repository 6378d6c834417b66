package io.gigafs.server.file;

import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.file.FindLockRequest;
import io.gigafs.protocol.file.FindLockRequest.FindLockResult;
import io.gigafs.protocol.file.FlockRequest;
import io.gigafs.protocol.file.LockRequest;
import io.gigafs.protocol.file.LockRequest.LockResult;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.file.UnlockRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.openstate.ByteRangeLocks;
import io.gigafs.server.openstate.LockAttempt;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.openstate.OpenState.LockWaiter;
import io.gigafs.server.openstate.RangeLock;
import io.gigafs.server.openstate.RangeLock.LockOwner;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionOperation.Decision;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import org.jspecify.annotations.Nullable;

/**
 * Advisory locks: fcntl(2) and flock(2). Used on the file's lane.
 *
 * <p>Waiting requests are granted in the order of their arrival. A new request that conflicts with
 * no held lock does not queue behind those that wait.
 */
final class ByteRangeLockOperations {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** A client is asked to retry this long before it gives an attempt up. */
  private static final long EARLY_NANOS = 500 * NANOS_PER_MILLI;

  /** How long a waiting request keeps its place in the queue without a retry. */
  private static final long KEPT_MILLIS = 3_000;

  private final ServerContext context;

  ByteRangeLockOperations(ServerContext context) {
    this.context = context;
  }

  Decision lock(
      LockRequest request,
      Exchange<LockResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return HandlePlace.toChange(
        request,
        exchange,
        partition,
        commitBatch,
        place -> {
          ErrorCode refused = refuse(request, place);
          if (refused != null) {
            return settle(
                partition, request, exchange, new Answer.Failed<>(refused, ""), commitBatch);
          }
          RangeLock wanted =
              ByteRangeLocks.lock(
                  new LockOwner(request.handle().session(), request.owner()),
                  request.type(),
                  request.start(),
                  request.length());
          return take(
              new LockAttempt.OfRange(wanted, request.handle().number()),
              request.waitMillis(),
              request,
              exchange,
              partition,
              place,
              commitBatch);
        });
  }

  private static @Nullable ErrorCode refuse(LockRequest request, HandlePlace place) {
    ErrorCode range = refuseRange(request.start(), request.length());
    if (range != null) {
      return range;
    }
    boolean may =
        request.type() == LockType.SHARED ? place.handle().reads() : place.handle().writes();
    return may ? null : ErrorCode.EBADF;
  }

  private static @Nullable ErrorCode refuseRange(long start, long length) {
    if (start < 0 || length < 0) {
      return ErrorCode.EINVAL;
    }
    return length > 0 && start > Long.MAX_VALUE - (length - 1) ? ErrorCode.EOVERFLOW : null;
  }

  Decision flock(
      FlockRequest request,
      Exchange<LockResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return HandlePlace.toChange(
        request,
        exchange,
        partition,
        commitBatch,
        place -> {
          FileHandle handle = request.handle();
          LockType type = request.type();
          if (type == null) {
            giveUpFlock(handle, partition, place, commitBatch);
            return settle(
                partition, request, exchange, new Answer.Done<>(LockResult.UNKNOWN), commitBatch);
          }
          LockAttempt attempt = new LockAttempt.OfFile(handle.session(), handle.number(), type);
          if (!attempt.isFree(place.file()) && place.handle().flock() != null) {
            // flock(2): the handle's existing lock is released before it waits, even if the wait
            // fails.
            giveUpFlock(handle, partition, place, commitBatch);
          }
          return take(
              attempt, request.waitMillis(), request, exchange, partition, place, commitBatch);
        });
  }

  private void giveUpFlock(
      FileHandle handle, PartitionState partition, HandlePlace place, CommitBatch commitBatch) {
    place.file().setFlock(handle.session(), handle.number(), null);
    OpenStateChanges.changed(partition, place.name(), place.file(), handle.session(), commitBatch);
  }

  private Decision take(
      LockAttempt attempt,
      int waitMillis,
      Mutation<LockResult> request,
      Exchange<LockResult> exchange,
      PartitionState partition,
      HandlePlace place,
      CommitBatch commitBatch) {
    OpenState file = place.file();
    WaitingRequest earlier = find(file, exchange.peer().clientId(), request.sequence().number());
    if (attempt.isFree(file)) {
      if (earlier != null) {
        file.waiting().remove(earlier);
      }
      attempt.take(file);
      OpenStateChanges.changed(partition, place.name(), file, attempt.session(), commitBatch);
      LockResult taken = taken(attempt, place.name(), file, partition, commitBatch);
      return settle(partition, request, exchange, new Answer.Done<>(taken), commitBatch);
    }
    if (waitMillis == 0) {
      file.waiting().remove(earlier);
      ErrorCode code = earlier == null ? ErrorCode.EAGAIN : ErrorCode.ETIMEDOUT;
      return settle(
          partition,
          request,
          exchange,
          new Answer.Failed<>(code, hindrance(attempt, file)),
          commitBatch);
    }
    long endNanos = commitBatch.nanos() + waitMillis * NANOS_PER_MILLI;
    WaitingRequest waiting = earlier;
    if (waiting != null) {
      waiting.replaceWith(request, exchange, endNanos);
    } else if (partition.openState().wouldDeadlock(attempt, file)) {
      return settle(
          partition, request, exchange, new Answer.Failed<>(ErrorCode.EDEADLK, ""), commitBatch);
    } else {
      waiting = new WaitingRequest(attempt, request, exchange, endNanos);
      file.waiting().add(waiting);
    }
    wakeInTime(waiting, file, exchange, partition, commitBatch.nanos());
    return Decision.TAKEN;
  }

  private static String hindrance(LockAttempt attempt, OpenState file) {
    if (attempt instanceof LockAttempt.OfRange wanted) {
      RangeLock held = file.ranges().conflictWith(wanted.lock());
      return held == null
          ? ""
          : (held.owner().session() == wanted.lock().owner().session()
                  ? "another owner of this client has locked bytes "
                  : "another client has locked bytes ")
              + held.first()
              + " to "
              + held.last();
    }
    return "another handle has the file locked";
  }

  private static @Nullable WaitingRequest find(OpenState file, long client, long number) {
    for (LockWaiter waiter : file.waiting()) {
      if (waiter instanceof WaitingRequest waiting && waiting.isOf(client, number)) {
        return waiting;
      }
    }
    return null;
  }

  /** Answers before the client's deadline for this attempt or for the lock ends. */
  private void wakeInTime(
      WaitingRequest waiting,
      OpenState file,
      Exchange<LockResult> exchange,
      PartitionState partition,
      long now) {
    long attemptEndNanos = exchange.deadlineNanos() - EARLY_NANOS;
    long wakeNanos =
        waiting.endNanos() - attemptEndNanos < 0 ? waiting.endNanos() : attemptEndNanos;
    Lane lane = context.lanes().of(partition.slot());
    context
        .timers()
        .after(
            Math.max(1, (wakeNanos - now) / NANOS_PER_MILLI),
            () ->
                lane.submit(
                    commitBatch -> wake(waiting, file, exchange, partition, lane, commitBatch)));
  }

  private void wake(
      WaitingRequest waiting,
      OpenState file,
      Exchange<LockResult> exchange,
      PartitionState partition,
      Lane lane,
      CommitBatch commitBatch) {
    if (!waiting.isAnsweredTo(exchange)) {
      return;
    }
    if (commitBatch.nanos() - waiting.endNanos() >= 0) {
      file.waiting().remove(waiting);
      waiting.end(
          partition,
          new Answer.Failed<>(ErrorCode.ETIMEDOUT, hindrance(waiting.attempt(), file)),
          commitBatch);
      return;
    }
    waiting.retryLater();
    context
        .timers()
        .after(
            KEPT_MILLIS,
            () ->
                lane.submit(
                    later -> {
                      if (!waiting.isThere()) {
                        file.waiting().remove(waiting);
                      }
                    }));
  }

  Decision unlock(
      UnlockRequest request,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return HandlePlace.toChange(
        request,
        exchange,
        partition,
        commitBatch,
        place -> {
          ErrorCode refused = refuseRange(request.start(), request.length());
          if (refused != null) {
            commitBatch.settle(partition, request, exchange, new Answer.Failed<>(refused, ""));
            return Decision.TAKEN;
          }
          long session = request.handle().session();
          boolean had =
              place
                  .file()
                  .ranges()
                  .remove(
                      new LockOwner(session, request.owner()),
                      request.start(),
                      ByteRangeLocks.lastOf(request.start(), request.length()));
          if (had) {
            OpenStateChanges.changed(partition, place.name(), place.file(), session, commitBatch);
          }
          commitBatch.settle(partition, request, exchange, new Answer.Done<>(Empty.INSTANCE));
          return Decision.TAKEN;
        });
  }

  Decision find(
      FindLockRequest request,
      Exchange<FindLockResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return HandlePlace.toRead(
        request,
        exchange,
        partition,
        commitBatch,
        place -> {
          ErrorCode refused = refuseRange(request.start(), request.length());
          if (refused != null) {
            commitBatch.failed(exchange, refused, "");
          } else {
            commitBatch.done(exchange, new FindLockResult(conflict(request, place.file())));
          }
          return Decision.TAKEN;
        });
  }

  private static FindLockResult.@Nullable LockInfo conflict(
      FindLockRequest request, OpenState file) {
    RangeLock held =
        file.ranges()
            .conflictWith(
                ByteRangeLocks.lock(
                    new LockOwner(request.handle().session(), request.owner()),
                    request.type(),
                    request.start(),
                    request.length()));
    if (held == null) {
      return null;
    }
    long length = held.last() == Long.MAX_VALUE ? 0 : held.last() - held.first() + 1;
    return new FindLockResult.LockInfo(
        held.owner().owner(),
        held.owner().session() == request.handle().session(),
        held.type(),
        held.first(),
        length);
  }

  /** The answer to a granted lock: the state of the file that the lock's owner must see. */
  static LockResult taken(
      LockAttempt attempt,
      Name name,
      OpenState file,
      PartitionState partition,
      CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(name);
    Attributes found = commitBatch.batch().getEntry(key);
    if (found == null) {
      return LockResult.UNKNOWN;
    }
    return new LockResult(
        WireAttributes.of(StoredFiles.shown(commitBatch.batch(), key, found)),
        isChangedByOthers(found, file, attempt.session()));
  }

  /**
   * Whether others than a session may have changed a file's bytes without a change of its entry.
   */
  static boolean isChangedByOthers(Attributes found, @Nullable OpenState file, long session) {
    return StoredFiles.isMeasured(found)
        && (found.has(Attributes.EXPOSED) || file == null || file.mayBeWrittenByOthers(session));
  }

  /** Settles a request. On a retry, the client must not rely on anything that it has cached. */
  static Decision settle(
      PartitionState partition,
      Mutation<LockResult> request,
      Exchange<LockResult> exchange,
      Answer<LockResult> answer,
      CommitBatch commitBatch) {
    Answer<LockResult> remembered =
        answer instanceof Answer.Done<LockResult> ? new Answer.Done<>(LockResult.UNKNOWN) : answer;
    commitBatch.settle(partition, request, exchange, answer, remembered);
    return Decision.TAKEN;
  }
}
