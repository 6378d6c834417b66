package io.gigafs.server;

import io.gigafs.server.InvariantViolation.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Random clients on a cluster with faults: all answers must be possible, and all invariants hold
 * afterwards. The same kind of fault and seed give the same run.
 */
record SeededRun(FaultKind fault, long seed) implements SimulatedRun {
  private static final int CLIENTS = 3;
  private static final int OPERATIONS = 300;

  /** The number of events between checks of the invariants. */
  private static final int EVENTS_PER_CHECK =
      Integer.getInteger("giga.simulation.eventsPerCheck", 50);

  /** The time after which the prepared entries are on all disks. */
  private static final long PREPARED_MILLIS = 6_000;

  /** The argument for {@code bin/simulate --replay}. */
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
    return fault + ":" + seed;
  }

  @Override
  public void run(Path directory) throws Exception {
    try {
      play(fault.setup(seed).withSharedFilesByTurns().start(directory));
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          e.getMessage() + "\nsee it again with: bin/simulate --replay " + this, e);
    }
  }

  private void play(SimulatedCluster cluster) throws Exception {
    play(cluster, OPERATIONS, isOver -> fault.inject(cluster, isOver));
  }

  /**
   * Runs clients with this many operations each during faults; then heals the cluster and checks
   * everything.
   *
   * @param fault causes the faults from the start of the clients until they are done
   */
  static void play(SimulatedCluster cluster, int operations, Consumer<BooleanSupplier> fault)
      throws Exception {
    SimulationWorkload workload = new SimulationWorkload(cluster);
    workload.prepare(cluster.client());
    cluster.simulation().runMillis(PREPARED_MILLIS);
    InvariantWatch.start(cluster, workload.settled(), EVENTS_PER_CHECK);
    for (int i = 0; i < CLIENTS; i++) {
      workload.start(cluster.client(), operations);
    }
    fault.accept(workload::isOver);
    cluster.simulation().runUntil("all clients are done", workload::isOver);
    cluster.heal();
    cluster.check();
    List<Fault> faults = workload.verdict(cluster.client());
    if (!faults.isEmpty()) {
      throw new InvariantViolation(cluster.simulation().seed(), faults);
    }
  }
}
