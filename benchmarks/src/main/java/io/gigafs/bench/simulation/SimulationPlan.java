package io.gigafs.bench.simulation;

import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.SlotTable;

/**
 * The input of a simulation: an initially empty directory in which clients create entries.
 *
 * @param slots at least as many as servers, a power of two
 * @param entries number of creates
 * @param clients number of clients, constant
 * @param window outstanding requests per client
 * @param followed number of clients whose redirects are simulated
 */
public record SimulationPlan(
    int servers,
    int slots,
    double entries,
    ClusterSettings settings,
    int clients,
    int window,
    int followed,
    SimulatedCosts costs,
    long seed) {
  private static final int FOLLOWED = 4;

  public SimulationPlan {
    if (servers < 1 || servers > slots || entries < 1 || clients < 1 || window < 1) {
      throw new IllegalArgumentException(
          "servers is 1 to the number of slots, and there are entries, clients and a window");
    }
    SlotTable.checkSlots(slots);
    followed = Math.min(followed, clients);
  }

  /** A plan with as many clients as servers, as in the papers, and a split threshold of 8,000. */
  public static SimulationPlan of(int servers, double entries, SimulatedCosts costs, long seed) {
    int slots = Math.max(SlotTable.DEFAULT_SLOTS, Integer.highestOneBit(servers * 2 - 1));
    return new SimulationPlan(
        servers, slots, entries, ClusterSettings.DEFAULTS, servers, 16, FOLLOWED, costs, seed);
  }

  /** The same plan with another number of clients. */
  public SimulationPlan withClients(int newClients, int newWindow) {
    return new SimulationPlan(
        servers, slots, entries, settings, newClients, newWindow, FOLLOWED, costs, seed);
  }

  /** The same plan with other settings of the cluster. */
  public SimulationPlan withSettings(int newSlots, ClusterSettings newSettings) {
    return new SimulationPlan(
        servers, newSlots, entries, newSettings, clients, window, followed, costs, seed);
  }
}
