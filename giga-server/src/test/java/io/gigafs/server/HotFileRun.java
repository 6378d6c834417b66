package io.gigafs.server;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Clients look up a file that is changed, replaced and removed, and that other servers have copies
 * of, during faults: no lookup returns a state from before a completed change. The same kind of
 * fault and seed give the same run.
 */
record HotFileRun(FaultKind fault, long seed) implements SimulatedRun {
  /** The prefix of such runs for {@code bin/simulate --replay}. */
  static final String PREFIX = "HOT-";

  /** Faults that lose acknowledged changes may well show older states. */
  static final List<FaultKind> FAULTS = RaceRun.FAULTS;

  private static final int MARK = 20;
  private static final int CHANGES = 5;
  private static final int PREPARED_MILLIS = 5_000;
  private static final int MAX_PAUSE_MILLIS = 7_000;
  private static final int MAX_OTHERS = 6;

  static HotFileRun parse(String text) {
    SeededRun run = SeededRun.parse(text.substring(PREFIX.length()));
    return new HotFileRun(run.fault(), run.seed());
  }

  static boolean isOne(String text) {
    return text.toUpperCase(Locale.ROOT).startsWith(PREFIX);
  }

  @Override
  public String toString() {
    return PREFIX + fault + ":" + seed;
  }

  @Override
  public void run(Path directory) throws Exception {
    try {
      run(
          new HotFile(
                  fault.setup(seed).withSharedFilesByTurns().withSplitHeat(MARK).start(directory),
                  HotFileRun::text)
              .allowingFailedReads(fault.failsReads()));
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          e.getMessage() + "\nsee it again with: bin/simulate --replay " + this, e);
    }
  }

  private static String text(FileAttributes file) {
    return file.inode() + ":" + file.mode();
  }

  private void run(HotFile file) throws Exception {
    SimulatedCluster cluster = file.cluster();
    cluster.simulation().runMillis(PREPARED_MILLIS);
    file.read();
    cluster.simulation().runMillis(PREPARED_MILLIS);
    boolean[] isOver = new boolean[1];
    fault.inject(cluster, () -> isOver[0]);
    try {
      change(file, new Random(seed));
    } catch (GigaException e) {
      // The outcome is unknown, so nothing can be said about later changes.
      cluster.simulation().runMillis(PREPARED_MILLIS);
    }
    isOver[0] = true;
    cluster.heal();
    file.check();
    cluster.heal();
    cluster.check();
  }

  private static void change(HotFile file, Random random) throws Exception {
    SimulatedClient writer = file.writer();
    FileAttributes now = writer.stat(HotFile.PATH);
    boolean isThere = true;
    for (int i = 0; i < CHANGES; i++) {
      file.cluster().simulation().runMillis(random.nextInt(MAX_PAUSE_MILLIS));
      makeOthers(writer, i, random);
      int kind = isThere ? random.nextInt(4) : 0;
      if (kind == 0) {
        FileAttributes next = writer.create("/d/next" + i, i);
        String from = "/d/next" + i;
        file.changeTo(text(next), () -> writer.rename(from, HotFile.PATH));
        now = next;
        isThere = true;
      } else if (kind == 1) {
        file.changeTo(ErrorCode.ENOENT.toString(), () -> writer.unlink(HotFile.PATH));
        isThere = false;
      } else {
        int mode = 0100 + i;
        String changed = now.inode() + ":" + mode;
        file.changeTo(changed, () -> writer.changeMode(HotFile.PATH, mode));
      }
    }
  }

  /** Creates other files, so that the directory splits at random moments. */
  private static void makeOthers(SimulatedClient writer, int round, Random random)
      throws GigaException {
    List<String> names = new ArrayList<>();
    for (int i = random.nextInt(MAX_OTHERS); i > 0; i--) {
      names.add("o" + round + "-" + i);
    }
    if (!names.isEmpty()) {
      writer.createAll(HotFile.DIRECTORY, names);
    }
  }
}
