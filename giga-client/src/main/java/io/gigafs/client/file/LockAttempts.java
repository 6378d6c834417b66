package io.gigafs.client.file;

import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A handle's attempts to acquire locks. An attempt whose call fails with an unknown outcome,
 * because servers did not answer in time, may have acquired a lock that its owner does not know of.
 * Such a lock is released once the attempt has ended. Safe for use by several threads.
 *
 * <ol>
 *   <li>A lock is released before a later attempt of the handle requests one.
 *   <li>It is not released if its owner has requested another lock since, which may be the same.
 *   <li>It is not released if the owner may have held a part of the range before, unless a failed
 *       attempt loses that anyway.
 * </ol>
 */
final class LockAttempts {
  /** The errors with which a server, or the client, says that nothing was locked. */
  private static final Set<ErrorCode> REFUSED =
      EnumSet.of(
          ErrorCode.EAGAIN,
          ErrorCode.EDEADLK,
          ErrorCode.EBADF,
          ErrorCode.EINVAL,
          ErrorCode.EOVERFLOW,
          ErrorCode.ESTALE);

  private final boolean losesEarlier;

  // Guarded by this.
  private final Map<Long, Owner> owners = new HashMap<>();
  private long attempts;
  private CompletableFuture<Void> givenUp = CompletableFuture.completedFuture(null);

  private static final class Owner {
    private long last;
    private boolean mayHold;
  }

  /**
   * @param losesEarlier whether an owner whose attempt fails has lost its earlier lock, as with
   *     flock(2)
   */
  LockAttempts(boolean losesEarlier) {
    this.losesEarlier = losesEarlier;
  }

  /**
   * Starts an attempt.
   *
   * @param unlocking releases the lock
   */
  synchronized Attempt begin(long owner, Supplier<CompletableFuture<Void>> unlocking) {
    attempts++;
    owners.computeIfAbsent(owner, none -> new Owner()).last = attempts;
    return new Attempt(owner, attempts, unlocking, givenUp);
  }

  /** An owner has released all of its locks. */
  synchronized void unlockedAll(long owner) {
    owners.remove(owner);
  }

  private synchronized void taken(Attempt attempt) {
    Owner owner = owners.get(attempt.owner);
    if (owner != null) {
      owner.mayHold = !losesEarlier;
    }
  }

  private synchronized void refused(Attempt attempt) {
    Owner owner = owners.get(attempt.owner);
    if (owner != null && owner.last == attempt.number && !owner.mayHold) {
      owners.remove(attempt.owner);
    }
  }

  private void giveUp(Attempt attempt) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    synchronized (this) {
      Owner owner = owners.get(attempt.owner);
      if (owner != null && (owner.last != attempt.number || owner.mayHold)) {
        return;
      }
      owners.remove(attempt.owner);
      givenUp = CompletableFuture.allOf(givenUp, done);
    }
    // If servers still do not answer, the lock ends with the handle.
    attempt.unlocking.get().whenComplete((unlocked, failure) -> done.complete(null));
  }

  /** One attempt. */
  final class Attempt {
    private final long owner;
    private final long number;
    private final Supplier<CompletableFuture<Void>> unlocking;
    private final CompletableFuture<Void> before;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private Attempt(
        long owner,
        long number,
        Supplier<CompletableFuture<Void>> unlocking,
        CompletableFuture<Void> before) {
      this.owner = owner;
      this.number = number;
      this.unlocking = unlocking;
      this.before = before;
    }

    /** Requests the lock, after earlier ones have been released. */
    CompletableFuture<Void> ask(Supplier<CompletableFuture<Void>> request) {
      CompletableFuture<Void> asked =
          before.isDone() ? request.get() : Futures.then(before, done -> request.get());
      asked.whenComplete((taken, failure) -> ended.complete(null));
      return asked;
    }

    /** Registers the outcome of the call that requests the lock. */
    CompletableFuture<Void> end(CompletableFuture<Void> call) {
      CompletableFuture<Void> result = new CompletableFuture<>();
      call.whenComplete(
          (taken, failure) -> {
            if (failure == null) {
              taken(this);
            } else if (Futures.cause(failure) instanceof GigaException known
                && REFUSED.contains(known.code())) {
              refused(this);
            } else {
              ended.whenComplete((done, none) -> giveUp(this));
            }
            Futures.complete(result, null, failure);
          });
      return result;
    }
  }
}
