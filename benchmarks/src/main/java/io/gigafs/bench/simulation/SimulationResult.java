package io.gigafs.bench.simulation;

import io.gigafs.index.PartitionMap;
import java.util.List;

/**
 * What came of a simulation.
 *
 * @param samples as the directory grew, at even steps of the logarithm of its entries
 * @param created how many creates there were: the plan's number, but for the chance of a Poisson
 *     process
 * @param seconds until the last was answered
 * @param secondsToAllServers until each server had a partition; infinite if that did not come
 * @param entriesAtAllServers how many entries there were then
 * @param splitsAway splits whose child went to another server
 * @param splitsWithin splits whose child stayed
 * @param entriesMoved how many entries went to another server
 * @param redirectsPerClient of the clients that were followed, on average
 * @param mostHops the most servers that one request of theirs asked
 * @param map the directory's partitions in the end
 * @param entriesPerPartition by index
 * @param entriesPerServer by place in the slot table
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
   * A moment.
   *
   * @param entries how many creates were answered by then
   * @param rate creates/s since the sample before
   * @param serversUsed how many servers have a partition
   * @param imbalance how many entries the fullest server has, as a multiple of the mean over all
   * @param redirects per client that is followed, on average, by then
   */
  public record Sample(
      double seconds,
      double entries,
      double rate,
      int partitions,
      int serversUsed,
      double imbalance,
      double redirects) {}

  /** Creates/s from the first to the last. */
  public double averageRate() {
    return created / seconds;
  }

  /** Creates/s since all servers were used; since the beginning, if that did not come. */
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
