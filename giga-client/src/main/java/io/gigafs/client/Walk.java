package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.LookupRequest;
import io.gigafs.protocol.LookupResult;
import io.gigafs.protocol.Request;

/**
 * The resolution of a path from the first directory on that is not cached, one look-up after the
 * other. Used by one thread at a time.
 *
 * <p>At each step it moves on by the cache; if that misses, waits once for the same look-up by
 * another; and if that was of no use, asks.
 */
final class Walk extends PartitionCall<LookupResult> {
  private final int depth;
  private final Resolution then;
  private DirectoryEntry current;
  private int step;
  private DirectoryKey key;
  private boolean waited;
  private boolean leading;
  private long generation;

  Walk(
      Core core,
      Operation<?> operation,
      int depth,
      Resolution then,
      DirectoryEntry current,
      int step) {
    super(core, operation);
    this.depth = depth;
    this.then = then;
    this.current = current;
    this.step = step;
    this.key = Resolver.key(current.id(), operation.path(), step);
  }

  /** Goes as far as the cache leads, then asks. */
  void go() {
    while (step <= depth) {
      key = Resolver.key(current.id(), operation().path(), step);
      DirectoryEntry child = core().directories().get(key, core().clock().nanos());
      if (child == null) {
        ask();
        return;
      }
      if (!current.allowsSearch(operation().caller())) {
        then.unresolved(operation().failure(ErrorCode.EACCES, ""));
        return;
      }
      enter(child);
    }
    then.resolved(current);
  }

  private void ask() {
    LookupsInFlight lookups = core().lookups();
    long deadline = operation().deadlineNanos();
    if (!waited) {
      waited = true;
      if (lookups.join(key, operation().caller(), deadline, this::resume)) {
        return;
      }
    }
    leading = lookups.lead(key, operation().caller(), deadline);
    generation = core().directories().generation(key);
    start(current.id(), key.name().hash());
  }

  private void enter(DirectoryEntry child) {
    current = child;
    step++;
    waited = false;
  }

  @Override
  Request<LookupResult> request(InodeId directory, PartitionIndex partition) {
    return new LookupRequest(directory, partition, operation().caller(), key.name(), true);
  }

  @Override
  void done(LookupResult result) {
    DirectoryKey asked = key;
    boolean led = leading;
    FileAttributes attributes = result.attributes();
    DirectoryEntry child = DirectoryEntry.of(attributes);
    if (attributes.isDirectory()) {
      core().directories().keep(key, child, generation, sentNanos(), result.leaseMillis());
    }
    try {
      if (attributes.isDirectory()) {
        enter(child);
        go();
      } else {
        then.unresolved(operation().failure(ErrorCode.ENOTDIR, ""));
      }
    } finally {
      endLookup(asked, led);
    }
  }

  @Override
  void failed(GigaException failure) {
    endLookup(key, leading);
    then.unresolved(failure);
  }

  /** Lets those go on who waited for the look-up, behind the one that made it. */
  private void endLookup(DirectoryKey asked, boolean led) {
    if (led) {
      core().lookups().end(asked, operation().caller());
    }
  }

  /** Goes on after another's look-up, on its thread. */
  private void resume() {
    try {
      go();
    } catch (RuntimeException | Error e) {
      then.unresolved(operation().bug(e));
    }
  }
}
