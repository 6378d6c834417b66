package io.gigafs.server.openstate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.protocol.file.LockType;
import io.gigafs.server.openstate.RangeLock.LockOwner;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@link ByteRangeLocks} with single cases and against a model with one lock per byte. */
class ByteRangeLocksTest {
  private static final LockOwner ONE = new LockOwner(1, 7);
  private static final LockOwner OTHER = new LockOwner(2, 7);
  private static final int BYTES = 24;
  private static final int STEPS = 2_000;

  private final ByteRangeLocks locks = new ByteRangeLocks();

  static IntStream seeds() {
    return IntStream.range(0, 20);
  }

  private static RangeLock shared(LockOwner owner, long start, long length) {
    return ByteRangeLocks.lock(owner, LockType.SHARED, start, length);
  }

  private static RangeLock exclusive(LockOwner owner, long start, long length) {
    return ByteRangeLocks.lock(owner, LockType.EXCLUSIVE, start, length);
  }

  @Test
  void unlockInTheMiddleSplitsALock() {
    locks.add(exclusive(ONE, 0, 100));
    locks.remove(ONE, 40, 59);
    assertThat(locks.all()).containsExactly(exclusive(ONE, 0, 40), exclusive(ONE, 60, 40));
    assertThat(locks.allows(exclusive(OTHER, 40, 20))).isTrue();
    assertThat(locks.allows(exclusive(OTHER, 39, 1))).isFalse();
  }

  @Test
  void adjacentLocksOfOneTypeMerge() {
    locks.add(shared(ONE, 0, 10));
    locks.add(shared(ONE, 20, 10));
    locks.add(shared(ONE, 10, 10));
    assertThat(locks.all()).containsExactly(shared(ONE, 0, 30));
  }

  @Test
  void upgradeInTheMiddleMakesThreeLocks() {
    locks.add(shared(ONE, 0, 30));
    locks.add(exclusive(ONE, 10, 10));
    assertThat(locks.all())
        .containsExactly(shared(ONE, 0, 10), exclusive(ONE, 10, 10), shared(ONE, 20, 10));
    locks.add(shared(ONE, 0, 0));
    assertThat(locks.all()).containsExactly(shared(ONE, 0, 0));
  }

  @Test
  void lengthZeroReachesToTheEnd() {
    locks.add(exclusive(ONE, 5, 0));
    assertThat(locks.conflictWith(shared(OTHER, Long.MAX_VALUE, 0)))
        .isEqualTo(exclusive(ONE, 5, 0));
    assertThat(locks.allows(exclusive(OTHER, 0, 5))).isTrue();
  }

  @Test
  void ownersOfDifferentSessionsConflict() {
    locks.add(shared(ONE, 0, 0));
    locks.add(shared(OTHER, 0, 0));
    assertThat(locks.allows(exclusive(ONE, 0, 1))).isFalse();
    assertThat(locks.removeAll(OTHER.session())).isTrue();
    assertThat(locks.allows(exclusive(ONE, 0, 1))).isTrue();
  }

  /** The model: a list of owners and lock types for each byte. */
  private static final class Model {
    private final @Nullable LockType[][] types;

    Model(int owners) {
      types = new LockType[owners][BYTES];
    }

    boolean allows(int owner, LockType type, int first, int last) {
      for (int other = 0; other < types.length; other++) {
        for (int at = first; at <= last && other != owner; at++) {
          LockType held = types[other][at];
          if (held != null && (held == LockType.EXCLUSIVE || type == LockType.EXCLUSIVE)) {
            return false;
          }
        }
      }
      return true;
    }

    void set(int owner, @Nullable LockType type, int first, int last) {
      for (int at = first; at <= last; at++) {
        types[owner][at] = type;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void locksAgreeWithAPerByteModel(long seed) {
    Random random = new Random(seed);
    List<LockOwner> owners = List.of(ONE, OTHER, new LockOwner(1, 8));
    Model model = new Model(owners.size());
    for (int step = 0; step < STEPS; step++) {
      int owner = random.nextInt(owners.size());
      int first = random.nextInt(BYTES);
      int last = first + random.nextInt(BYTES - first);
      if (random.nextInt(3) == 0) {
        locks.remove(owners.get(owner), first, last);
        model.set(owner, null, first, last);
      } else {
        LockType type = random.nextBoolean() ? LockType.SHARED : LockType.EXCLUSIVE;
        RangeLock wanted = new RangeLock(owners.get(owner), type, first, last);
        boolean allowed = model.allows(owner, type, first, last);
        assertThat(locks.allows(wanted)).as("seed %d, step %d", seed, step).isEqualTo(allowed);
        if (allowed) {
          locks.add(wanted);
          model.set(owner, type, first, last);
        }
      }
      assertSame(model, owners, "seed " + seed + ", step " + step);
    }
  }

  private void assertSame(Model model, List<LockOwner> owners, String when) {
    for (int owner = 0; owner < owners.size(); owner++) {
      LockOwner who = owners.get(owner);
      @Nullable LockType[] held = new LockType[BYTES];
      int pieces = 0;
      for (RangeLock lock : locks.all()) {
        if (lock.owner().equals(who)) {
          pieces++;
          for (long at = lock.first(); at <= lock.last(); at++) {
            assertThat(held[(int) at]).as(when).isNull();
            held[(int) at] = lock.type();
          }
        }
      }
      assertThat(held).as(when).isEqualTo(model.types[owner]);
      assertThat(pieces).as(when).isEqualTo(runs(held));
    }
  }

  /** The number of locks if adjacent ones are merged. */
  private static int runs(@Nullable LockType[] held) {
    int runs = 0;
    for (int at = 0; at < held.length; at++) {
      runs += held[at] != null && (at == 0 || held[at - 1] != held[at]) ? 1 : 0;
    }
    return runs;
  }
}
