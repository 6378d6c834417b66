package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.server.History.Kind;
import io.gigafs.server.History.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests {@link History} where machines lose changes: it rejects impossible histories, and no
 * others.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HistoryTest {
  private static final String NAME = "/d/f";
  private static final InodeId MADE = new InodeId(5);
  private static final InodeId OTHER = new InodeId(6);

  private final History history = new History();

  private HistoryTest event(
      Kind kind, long calledAt, long returnedAt, Outcome outcome, @Nullable InodeId inode) {
    history.add(NAME, kind, "c", calledAt, returnedAt, outcome, inode);
    return this;
  }

  private HistoryTest made(long calledAt, long returnedAt) {
    return event(Kind.MAKE, calledAt, returnedAt, Outcome.DONE, MADE);
  }

  private HistoryTest found(InodeId inode, long calledAt, long returnedAt) {
    return event(Kind.READ, calledAt, returnedAt, Outcome.DONE, inode);
  }

  private HistoryTest missed(long calledAt, long returnedAt) {
    return event(Kind.READ, calledAt, returnedAt, Outcome.EMPTY, null);
  }

  private HistoryTest unknown(Kind kind, long calledAt) {
    return event(kind, calledAt, calledAt, Outcome.UNKNOWN, null);
  }

  private HistoryTest lost(long safeUntil, long diedAt, long backAt, boolean certain) {
    history.addLoss(NAME, crash(safeUntil, diedAt, backAt), certain);
    return this;
  }

  private HistoryTest lostNewName(long safeUntil, long diedAt, long backAt) {
    history.addLossOfNewName(NAME, crash(safeUntil, diedAt, backAt));
    return this;
  }

  private static MachineCrash crash(long safeUntil, long diedAt, long backAt) {
    MachineCrash crash = new MachineCrash(diedAt, safeUntil);
    crash.backAtTheLatest(backAt);
    return crash;
  }

  /** Two machines that crash repeatedly, one of which may have had the name. */
  private HistoryTest lostOften() {
    for (long diedAt = 100; diedAt < 1_600; diedAt += 10) {
      lost(diedAt - 15, diedAt, diedAt + 8, false);
    }
    return this;
  }

  private void isPossible() {
    assertThat(history.impossible()).isEmpty();
  }

  private void isImpossible() {
    assertThat(history.impossible()).singleElement().asString().startsWith(NAME + ":");
  }

  @Test
  void recentChangeMayBeLost() {
    made(10, 20).lost(15, 30, 40, false).missed(50, 60).isPossible();
  }

  @Test
  void oldChangeIsNotLost() {
    made(10, 20).lost(25, 30, 40, true).missed(50, 60).isImpossible();
  }

  @Test
  void changeUnderWayMayBeLostAndReappear() {
    made(10, 45).lost(15, 30, 40, true).found(MADE, 20, 25).missed(41, 42).found(MADE, 50, 60);
    isPossible();
  }

  @Test
  void completedChangeDoesNotReappear() {
    made(10, 20).lost(15, 30, 40, true).missed(41, 42).found(MADE, 50, 60).isImpossible();
  }

  @Test
  void lostLinkReappears() {
    event(Kind.LINK, 10, 20, Outcome.DONE, MADE).lost(15, 30, 40, true);
    missed(41, 42).found(MADE, 50, 60).found(MADE, 70, 80).isPossible();
  }

  @Test
  void lostNewNameReappears() {
    made(1, 2).event(Kind.PUT, 10, 20, Outcome.DONE, null).lost(15, 30, 40, true);
    found(MADE, 41, 42).found(OTHER, 50, 60).isPossible();
  }

  @Test
  void oldNameReturnsIfTheNewOneWasLost() {
    made(1, 2).event(Kind.MOVE, 10, 20, Outcome.DONE, null).lostNewName(15, 30, 40);
    missed(41, 42).found(MADE, 50, 60).isPossible();
  }

  @Test
  void oldNameDoesNotReturnIfTheNewOneWasSafe() {
    made(1, 2).event(Kind.MOVE, 10, 20, Outcome.DONE, null).lostNewName(25, 30, 40);
    found(MADE, 50, 60).isImpossible();
  }

  @Test
  void removedNameDoesNotReturn() {
    made(1, 2).event(Kind.REMOVE, 10, 20, Outcome.DONE, null).lostNewName(15, 30, 40);
    found(MADE, 50, 60).isImpossible();
  }

  @Test
  void linkDoesNotReappearWithoutALoss() {
    event(Kind.LINK, 10, 20, Outcome.DONE, MADE).missed(41, 42).found(MADE, 50, 60).isImpossible();
  }

  @Test
  void safeLinkDoesNotReappear() {
    event(Kind.LINK, 10, 20, Outcome.DONE, MADE).lost(25, 30, 40, true);
    event(Kind.REMOVE, 41, 42, Outcome.DONE, null).found(MADE, 50, 60).isImpossible();
  }

  @Test
  void linkReappearsOncePerLoss() {
    event(Kind.LINK, 10, 20, Outcome.DONE, MADE).lost(15, 30, 40, true).missed(41, 42);
    found(MADE, 50, 60).missed(70, 80).isImpossible();
  }

  @Test
  void removedLinkReappearsAtMostOnce() {
    event(Kind.LINK, 10, 20, Outcome.DONE, MADE).lost(15, 30, 40, true).found(MADE, 50, 60);
    event(Kind.REMOVE, 61, 62, Outcome.DONE, null).found(MADE, 63, 64);
    event(Kind.REMOVE, 65, 66, Outcome.DONE, null).found(MADE, 70, 80).isImpossible();
  }

  @Test
  void unknownOutcomeMayOccurBeforeAndAfterALoss() {
    unknown(Kind.MAKE, 10).lost(15, 30, 40, true);
    found(MADE, 20, 25).missed(41, 42).found(MADE, 50, 60).isPossible();
  }

  @Test
  void unknownOutcomeDoesNotRecurWithoutALoss() {
    unknown(Kind.MAKE, 10).found(MADE, 20, 25);
    event(Kind.REMOVE, 30, 35, Outcome.DONE, null).found(OTHER, 50, 60).isImpossible();
  }

  @Test
  void unknownOutcomeRecursOncePerLoss() {
    unknown(Kind.MAKE, 10).lost(15, 30, 40, true).lost(45, 60, 70, true);
    found(MADE, 20, 25).missed(41, 42).found(OTHER, 50, 55).missed(71, 72).found(MADE, 80, 81);
    isPossible();
  }

  @Test
  void manyLossesKeepAnUnknownOutcomePossible() {
    unknown(Kind.PUT, 60).lostOften().missed(150, 152).missed(1_640, 1_642);
    event(Kind.PUT, 1_650, 1_652, Outcome.DONE, null).found(MADE, 1_700, 1_702).isPossible();
  }

  @Test
  void impossibleReadIsFoundAfterManyLosses() {
    made(10, 20).unknown(Kind.REMOVE, 60).lostOften().found(OTHER, 1_700, 1_702).isImpossible();
  }
}
