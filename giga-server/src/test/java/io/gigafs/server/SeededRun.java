package io.gigafs.server;

import io.gigafs.server.InvariantViolation.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Random clients on a cluster to which bad things happen: whatever they are told is possible, and
 * afterwards everything is where it belongs. The same trouble and seed are the same run.
 */
record SeededRun(FaultKind trouble, long seed) implements SimulatedRun {
  private static final int CLIENTS = 3;
  private static final int OPERATIONS = 300;

  /** So often invariants are checked while things happen. */
  private static final int EVENTS_PER_CHECK =
      Integer.getInteger("giga.simulation.eventsPerCheck", 50);

  /** So long after its beginning, what was made before anything happens is on all disks. */
  private static final long PREPARED_MILLIS = 6_000;

  /** What {@code bin/simulate --replay} takes. */
  static SeededRun parse(String text) {
    String[] parts = text.split(":", 2);
    if (parts.length == 2) {
      return new SeededRun(
          FaultKind.valueOf(parts[0].toUpperCase(Locale.ROOT)), Long.parseLong(parts[1]));
    }
    throw new IllegalArgumentException("no colon");
  }

  @Override
  public String toString() {
    return trouble + ":" + seed;
  }

  @Override
  public void run(Path directory) throws Exception {
    try {
      play(trouble.setup(seed).withSharedFilesByTurns().start(directory));
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          e.getMessage() + "\nsee it again with: bin/simulate --replay " + this, e);
    }
  }

  private void play(SimulatedCluster cluster) throws Exception {
    play(cluster, OPERATIONS, isOver -> trouble.befall(cluster, isOver));
  }

  /**
   * Lets clients do so many operations each, while something happens to the cluster; then mends it
   * and checks everything.
   *
   * @param trouble given when the clients start, and told when they are done
   */
  static void play(SimulatedCluster cluster, int operations, Consumer<BooleanSupplier> trouble)
      throws Exception {
    SimulationWorkload workload = new SimulationWorkload(cluster);
    workload.prepare(cluster.client());
    cluster.simulation().runMillis(PREPARED_MILLIS);
    InvariantWatch.start(cluster, workload.settled(), EVENTS_PER_CHECK);
    for (int i = 0; i < CLIENTS; i++) {
      workload.start(cluster.client(), operations);
    }
    trouble.accept(workload::isOver);
    cluster.simulation().runUntil("all clients are done", workload::isOver);
    cluster.heal();
    cluster.check();
    List<Fault> faults = workload.verdict(cluster.client());
    if (!faults.isEmpty()) {
      throw new InvariantViolation(cluster.simulation().seed(), faults);
    }
  }
}
