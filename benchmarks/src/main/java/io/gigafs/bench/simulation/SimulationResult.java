package io.gigafs.bench.simulation;

import io.gigafs.index.PartitionMap;
import java.util.List;

/**
 * The result of a simulation.
 *
 * @param samples as the directory grew, at equal steps of the logarithm of its entries
 * @param created number of creates: the plan's number, up to the randomness of a Poisson process
 * @param seconds until the last create was answered
 * @param secondsToAllServers until each server had a partition; infinite if that did not happen
 * @param entriesAtAllServers number of entries at that time
 * @param splitsAway splits whose child went to another server
 * @param splitsWithin splits whose child stayed
 * @param entriesMoved number of entries that went to another server
 * @param redirectsPerClient average over the followed clients
 * @param mostHops maximum number of servers that one of their requests asked
 * @param map the directory's partitions in the end
 * @param entriesPerPartition by index
 * @param entriesPerServer by index in the slot table
 */
public record SimulationResult(
    List<Sample> samples,
    long created,
    double seconds,
    double secondsToAllServers,
    double entriesAtAllServers,
    long splitsAway,
    long splitsWithin,
    long entriesMoved,
    double redirectsPerClient,
    int mostHops,
    PartitionMap map,
    long[] entriesPerPartition,
    long[] entriesPerServer) {

  /**
   * The state at one moment.
   *
   * @param entries number of answered creates
   * @param rate creates/s since the previous sample
   * @param serversUsed number of servers with a partition
   * @param imbalance entries of the fullest server, as a multiple of the mean over all
   * @param redirects average number per followed client so far
   */
  public record Sample(
      double seconds,
      double entries,
      double rate,
      int partitions,
      int serversUsed,
      double imbalance,
      double redirects) {}

  /** Average creates/s of the whole run. */
  public double averageRate() {
    return created / seconds;
  }

  /** Average creates/s since all servers were used; of the whole run, if that did not happen. */
  public double steadyRate() {
    return seconds > secondsToAllServers
        ? (created - entriesAtAllServers) / (seconds - secondsToAllServers)
        : averageRate();
  }

  /** Creates/s of the best sample. */
  public double peakRate() {
    return samples.stream().mapToDouble(Sample::rate).max().orElse(0);
  }

  /** Creates/s of the last sample. */
  public double lastRate() {
    return samples.get(samples.size() - 1).rate();
  }
}
