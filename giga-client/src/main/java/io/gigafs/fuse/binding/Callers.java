package io.gigafs.fuse.binding;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;

/**
 * The processes that asked of late. Their groups are read once a second at most: the kernel does
 * not tell them, and to read them takes longer than many a request. Safe for use by several
 * threads.
 */
final class Callers {
  private static final int SLOTS = 1 << 10;
  private static final long LIFE_NANOS = 1_000_000_000L;

  private final AtomicReferenceArray<Known> known = new AtomicReferenceArray<>(SLOTS);
  private final ProcessGroups groups;
  private final LongSupplier nanoTime;

  private record Known(FuseCaller caller, long sinceNanos) {}

  Callers(ProcessGroups groups, LongSupplier nanoTime) {
    this.groups = groups;
    this.nanoTime = nanoTime;
  }

  FuseCaller of(int uid, int gid, int pid) {
    int slot = pid & (SLOTS - 1);
    long now = nanoTime.getAsLong();
    Known last = known.get(slot);
    if (last != null && last.caller.is(uid, gid, pid) && now - last.sinceNanos < LIFE_NANOS) {
      return last.caller;
    }
    FuseCaller caller = new FuseCaller(uid, gid, pid, groups);
    known.set(slot, new Known(caller, now));
    return caller;
  }
}
