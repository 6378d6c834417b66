package io.gigafs.tablefs.store;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoreHealth;
import io.gigafs.tablefs.StoreHealth.Problem;
import io.gigafs.tablefs.engine.front.EngineFront;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Monitors the disk of a store, recovers the engine after a failure, and reports the health of the
 * store. Thread-safe.
 *
 * <p>After a recovery that does not last, the pause before the next attempt doubles.
 */
final class DiskCare {
  private static final Logger LOG = LoggerFactory.getLogger(DiskCare.class);

  /** After this number of calls without a failure, earlier recoveries are forgotten. */
  private static final int LASTING_TICKS = 60;

  private static final int MAX_PAUSE_TICKS = 60;

  /** Seconds after a shortage during which space is reclaimed as during the shortage. */
  private static final int EAGER_TICKS = 60;

  /** Seconds between two reclaims while space is short. */
  private static final int RECLAIM_TICKS = 2;

  /** Seconds between two reclaims while space may soon be short. */
  private static final int TIGHT_RECLAIM_TICKS = 10;

  /** Space may soon be short while less than this number of reserves is free. */
  private static final int TIGHT_RESERVES = 3;

  /** Number of checks of the free space while one reserve is written. */
  private static final int LOOKS_PER_RESERVE = 16;

  private final EngineFront engine;
  private final String name;
  private final long reserveBytes;
  private final LongSupplier wallMillis;
  private final AcceptedLosses losses;

  /** Free space less what merges may take, while that is too little; otherwise -1. */
  private volatile long shortOfBytes = -1;

  /** Bytes written at the time of the last check of the free space. */
  private volatile long lookedAtBytes;

  // Guarded by this.
  private long fullSinceMillis;
  private long failedSinceMillis;
  private long damagedSinceMillis;
  private @Nullable StoreException failed;
  private String obstacle = "";
  private int pauseTicks = 1;
  private int ticksToPause;
  private long reclaimedAtBytes = -1;
  private int eagerTicks;
  private int ticksSinceReclaim;
  private int ticksSinceRecovery = LASTING_TICKS;

  /**
   * @param reserveBytes space to keep free on the disk
   * @param wallMillis the time of day, ms since the epoch, for reports
   * @param losses accepted losses
   */
  DiskCare(
      EngineFront engine,
      String name,
      long reserveBytes,
      LongSupplier wallMillis,
      AcceptedLosses losses) {
    this.engine = engine;
    this.name = name;
    this.reserveBytes = reserveBytes;
    this.wallMillis = wallMillis;
    this.losses = losses;
  }

  /**
   * Fails if space is short. Checks the free space itself after a certain number of bytes was
   * written.
   */
  void checkRoom() {
    if (shortOfBytes < 0
        && engine.writtenBytes() - lookedAtBytes > reserveBytes / LOOKS_PER_RESERVE) {
      look();
    }
    long left = shortOfBytes;
    if (left >= 0) {
      throw StoreException.known(Kind.NO_SPACE, shortage(left), null);
    }
  }

  private String shortage(long left) {
    return name
        + ": the disk has "
        + left
        + " bytes left beyond what merges of tables may take, and "
        + reserveBytes
        + " are kept for deletions";
  }

  /** Must be called once a second. */
  synchronized void maintain() {
    try {
      engine.checkBackground();
      noteFailure();
      if (failed != null) {
        recoverUnlessPausing();
      } else if (ticksSinceRecovery < LASTING_TICKS && ++ticksSinceRecovery == LASTING_TICKS) {
        pauseTicks = 1;
      }
      checkSpace();
      reclaim();
    } catch (StoreException e) {
      LOG.warn("{}: the disk check failed, retrying: {}", name, e.getMessage());
    }
  }

  private void noteFailure() {
    StoreException failure = engine.failure();
    if (failure != null && failed == null) {
      failed = failure;
      failedSinceMillis = wallMillis.getAsLong();
      obstacle = "";
      ticksToPause = ticksSinceRecovery < LASTING_TICKS ? pauseTicks : 0;
      LOG.error("{} accepts no changes until its disk accepts writes again", name, failure);
    }
  }

  private void recoverUnlessPausing() {
    if (ticksToPause > 0) {
      ticksToPause--;
      return;
    }
    try {
      engine.recover();
    } catch (StoreException e) {
      if (!obstacle.equals(e.getMessage())) {
        obstacle = String.valueOf(e.getMessage());
        LOG.warn("{} cannot recover yet: {}", name, obstacle);
      }
      return;
    }
    failed = null;
    pauseTicks = Math.min(MAX_PAUSE_TICKS, 2 * pauseTicks);
    ticksSinceRecovery = 0;
    LOG.info("{} accepts changes again", name);
  }

  /** Deletions during a shortage, and soon after, must free space quickly. */
  private void reclaim() {
    eagerTicks = Math.max(0, eagerTicks - 1);
    if (failed != null) {
      return;
    }
    boolean isTight = isTight(engine.freeBytes());
    long written = engine.writtenBytes();
    ticksSinceReclaim++;
    if (isTight
        && ticksSinceReclaim >= (eagerTicks > 0 ? RECLAIM_TICKS : TIGHT_RECLAIM_TICKS)
        && written != reclaimedAtBytes) {
      engine.reclaimSpace();
      reclaimedAtBytes = written;
      ticksSinceReclaim = 0;
    }
  }

  private boolean isTight(long free) {
    return eagerTicks > 0 || free < TIGHT_RESERVES * reserveBytes;
  }

  private synchronized void look() {
    checkSpace();
  }

  /** Free space, less what running merges may take of it. */
  private long boundMerges() {
    long free = engine.freeBytes();
    if (failed != null) {
      return free;
    }
    try {
      return Math.max(0, free - engine.boundMerges(isTight(free), free, reserveBytes));
    } catch (StoreException e) {
      LOG.warn("{}: cannot limit the disk space of merges: {}", name, e.getMessage());
      return free;
    }
  }

  /** A shortage ends only above the reserve plus a margin, so that the state does not flap. */
  private void checkSpace() {
    lookedAtBytes = engine.writtenBytes();
    long free = boundMerges();
    boolean isShort = shortOfBytes >= 0;
    if (free < reserveBytes || (isShort && free < reserveBytes + reserveBytes / 8)) {
      shortOfBytes = free;
      eagerTicks = EAGER_TICKS; // even if it ends by the next tick: merges take and free space
      if (!isShort) {
        fullSinceMillis = wallMillis.getAsLong();
        LOG.warn("{}; creates are refused until more is free", shortage(free));
      }
    } else if (isShort) {
      shortOfBytes = -1;
      LOG.info("{}: the disk has {} bytes left; creates are allowed again", name, free);
    }
  }

  synchronized StoreHealth health() {
    noteFailure();
    List<Problem> problems = new ArrayList<>();
    long left = shortOfBytes;
    if (left >= 0) {
      problems.add(
          new Problem(
              StoreHealth.Kind.FULL,
              fullSinceMillis,
              shortage(left),
              "remove files, or free or add space on the disk"));
    }
    losses
        .all()
        .forEach(
            loss ->
                problems.add(
                    new Problem(
                        StoreHealth.Kind.LOST,
                        loss.sinceMillis(),
                        "started without what was lost: " + loss.what(),
                        "run giga fsck --repair, which repairs the inconsistencies of the loss")));
    addDamage(problems);
    StoreException failure = failed;
    if (failure != null) {
      String cause = String.valueOf(failure.getMessage());
      problems.add(
          new Problem(
              StoreHealth.Kind.FAILED,
              failedSinceMillis,
              obstacle.isEmpty() ? cause : cause + "; since then: " + obstacle,
              remedy(failure.kind())));
    }
    return problems.isEmpty() ? StoreHealth.GOOD : new StoreHealth(problems);
  }

  /** Abandons the rows in lost files, and stops reporting losses that leave nothing missing. */
  void settleLosses() {
    engine.checkWritable();
    losses.settle(engine.giveUpLost());
  }

  private void addDamage(List<Problem> problems) {
    List<String> damage = engine.damage();
    if (!damage.isEmpty() && damagedSinceMillis == 0) {
      damagedSinceMillis = wallMillis.getAsLong();
    }
    for (String damaged : damage) {
      problems.add(
          new Problem(
              StoreHealth.Kind.DAMAGED,
              damagedSinceMillis,
              damaged,
              "all other data is served; restore the file, or this server's data directory from"
                  + " a checkpoint"));
    }
  }

  private static String remedy(Kind kind) {
    return switch (kind) {
      case NO_SPACE -> "free space on the disk; changes then resume automatically";
      case DAMAGED -> "restore this server's data directory from a checkpoint";
      case IO, UNUSABLE -> "repair the disk; changes resume automatically once it takes writes";
    };
  }
}
