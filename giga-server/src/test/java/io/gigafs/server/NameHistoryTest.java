package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.server.NameHistory.Act;
import io.gigafs.server.NameHistory.Event;
import io.gigafs.server.NameHistory.ObservedResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link NameHistory}: it rejects impossible histories, and no others. */
class NameHistoryTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int NAMES = 4;

  private final NameHistory history = new NameHistory(NAMES);

  private NameHistoryTest did(
      Act act,
      int name,
      int other,
      long calledAt,
      long returnedAt,
      ObservedResult result,
      long inode) {
    history.add(new Event("c", act, name, other, calledAt, returnedAt, result, inode));
    return this;
  }

  private NameHistoryTest made(int name, long inode, long calledAt, long returnedAt) {
    return did(Act.CREATE, name, name, calledAt, returnedAt, ObservedResult.DONE, inode);
  }

  private NameHistoryTest found(int name, long inode, long calledAt, long returnedAt) {
    return did(Act.STAT, name, name, calledAt, returnedAt, ObservedResult.DONE, inode);
  }

  private NameHistoryTest missed(int name, long calledAt, long returnedAt) {
    return did(Act.STAT, name, name, calledAt, returnedAt, ObservedResult.MISSING, 0);
  }

  private NameHistoryTest renamed(long calledAt, long returnedAt, ObservedResult result) {
    return did(Act.RENAME, A, B, calledAt, returnedAt, result, 0);
  }

  @Test
  void readDuringARenameMaySeeEitherName() {
    made(A, 7, 0, 1)
        .renamed(2, 9, ObservedResult.DONE)
        .found(A, 7, 3, 4)
        .missed(A, 5, 6)
        .found(B, 7, 7, 8);
    assertThat(history.isLinearizable()).isTrue();
  }

  @Test
  void renameIsAtomic() {
    made(A, 7, 0, 1).renamed(2, 9, ObservedResult.DONE).missed(A, 3, 4).missed(B, 5, 6);
    assertThat(history.isLinearizable()).isFalse();
  }

  @Test
  void renamedFileHasNotBothNames() {
    made(A, 7, 0, 1).renamed(2, 9, ObservedResult.DONE).found(B, 7, 3, 4).found(A, 7, 5, 6);
    assertThat(history.isLinearizable()).isFalse();
  }

  @Test
  void renameKeepsTheInode() {
    made(A, 7, 0, 1).renamed(2, 3, ObservedResult.DONE).found(B, 8, 4, 5);
    assertThat(history.isLinearizable()).isFalse();
  }

  @Test
  void renameUnderWayMayTakeEffectAfterAnUnlink() {
    made(A, 7, 0, 1)
        .did(Act.LINK, A, B, 2, 3, ObservedResult.DONE, 7)
        .renamed(4, 20, ObservedResult.DONE);
    did(Act.UNLINK, B, B, 5, 6, ObservedResult.DONE, 0).missed(A, 21, 22).found(B, 7, 23, 24);
    assertThat(history.isLinearizable()).isTrue();
  }

  @Test
  void equalUnknownOutcomesOccurOnceEach() {
    unlinkedPerhaps(2).unlinkedPerhaps(3).made(A, 7, 0, 1).missed(A, 4, 5).made(A, 8, 6, 7);
    missed(A, 8, 9);
    assertThat(history.isLinearizable()).isTrue();
    made(A, 9, 10, 11).missed(A, 12, 13);
    assertThat(history.isLinearizable()).isFalse();
  }

  private NameHistoryTest unlinkedPerhaps(long calledAt) {
    return did(Act.UNLINK, A, A, calledAt, calledAt, ObservedResult.UNKNOWN, 0);
  }

  @Test
  void failedRenameChangesNothing() {
    made(A, 7, 0, 1)
        .did(Act.RENAME_NO_REPLACE, A, B, 2, 3, ObservedResult.EXISTS, 0)
        .missed(B, 2, 3);
    assertThat(history.isLinearizable()).isFalse();
  }

  @Test
  void unknownOutcomeMayOccurLateOrNever() {
    made(A, 7, 0, 1).renamed(2, 3, ObservedResult.UNKNOWN).found(A, 7, 4, 5);
    assertThat(history.isLinearizable()).isTrue();
    found(B, 7, 6, 7).missed(A, 8, 9);
    assertThat(history.isLinearizable()).isTrue();
  }

  @Test
  void unknownOutcomeOccursAtMostOnce() {
    made(A, 7, 0, 1).did(Act.UNLINK, A, A, 2, 3, ObservedResult.UNKNOWN, 0).missed(A, 4, 5);
    assertThat(history.isLinearizable()).isTrue();
    made(A, 8, 6, 7).missed(A, 8, 9);
    assertThat(history.isLinearizable()).isFalse();
  }

  @Test
  void fileOfUnknownInodeIsOneFile() {
    did(Act.CREATE, A, A, 0, 1, ObservedResult.UNKNOWN, 0)
        .found(A, 7, 2, 3)
        .renamed(4, 5, ObservedResult.DONE);
    assertThat(history.isLinearizable()).isTrue();
    found(B, 8, 6, 7);
    assertThat(history.isLinearizable()).isFalse();
  }

  @Test
  void renameOntoTheSameFileDoesNothing() {
    made(A, 7, 0, 1)
        .did(Act.LINK, A, B, 2, 3, ObservedResult.DONE, 7)
        .renamed(4, 5, ObservedResult.DONE);
    found(A, 7, 6, 7);
    assertThat(history.isLinearizable()).isTrue();
  }

  @Test
  void exchangeChangesBothNames() {
    made(A, 7, 0, 1).made(B, 8, 0, 1).did(Act.EXCHANGE, A, B, 2, 5, ObservedResult.DONE, 0);
    found(A, 8, 2, 3).found(B, 7, 4, 5);
    assertThat(history.isLinearizable()).isTrue();
    found(A, 7, 6, 7);
    assertThat(history.isLinearizable()).isFalse();
  }

  /** A sequential history with widened times is accepted; a wrong read is not. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void realHistoryIsAcceptedAndPlantedErrorIsFound(long seed) {
    Random random = new Random(seed);
    List<Event> events = new ArrayList<>();
    long[] held = new long[NAMES];
    for (int i = 1; i <= 150; i++) {
      events.add(happens(i, random, held));
    }
    events.sort(Comparator.comparingLong(Event::calledAt));
    events.forEach(history::add);
    assertThat(history.isLinearizable()).isTrue();
    NameHistory planted = new NameHistory(NAMES);
    events.forEach(planted::add);
    int name = random.nextInt(NAMES);
    planted.add(
        new Event(
            "liar", Act.STAT, name, name, 99_000, 99_001, ObservedResult.DONE, held[name] + 1_000));
    assertThat(planted.isLinearizable()).isFalse();
  }

  /**
   * An operation that takes effect at time 10 * i, with times that overlap those of up to three
   * others.
   */
  private static Event happens(int i, Random random, long[] held) {
    int name = random.nextInt(NAMES);
    int other = (name + 1 + random.nextInt(NAMES - 1)) % NAMES;
    long calledAt = 10L * i - random.nextInt(30);
    long returnedAt = 10L * i + random.nextInt(30);
    switch (random.nextInt(4)) {
      case 0 -> {
        if (held[name] != 0) {
          return new Event(
              "c", Act.CREATE, name, name, calledAt, returnedAt, ObservedResult.EXISTS, 0);
        }
        held[name] = i;
        return new Event("c", Act.CREATE, name, name, calledAt, returnedAt, ObservedResult.DONE, i);
      }
      case 1 -> {
        boolean there = held[name] != 0;
        held[name] = 0;
        ObservedResult result = there ? ObservedResult.DONE : ObservedResult.MISSING;
        return new Event("c", Act.UNLINK, name, name, calledAt, returnedAt, result, 0);
      }
      case 2 -> {
        if (held[name] == 0) {
          return new Event(
              "c", Act.RENAME, name, other, calledAt, returnedAt, ObservedResult.MISSING, 0);
        }
        held[other] = held[name];
        held[name] = 0;
        boolean known = random.nextInt(5) > 0;
        ObservedResult result = known ? ObservedResult.DONE : ObservedResult.UNKNOWN;
        return new Event("c", Act.RENAME, name, other, calledAt, returnedAt, result, 0);
      }
      default -> {
        ObservedResult result = held[name] == 0 ? ObservedResult.MISSING : ObservedResult.DONE;
        return new Event("c", Act.STAT, name, name, calledAt, returnedAt, result, held[name]);
      }
    }
  }
}
