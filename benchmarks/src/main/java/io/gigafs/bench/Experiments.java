package io.gigafs.bench;

import io.gigafs.bench.cache.DataCacheExperiment;
import io.gigafs.bench.ceiling.Ceiling;
import io.gigafs.bench.checkpoint.CheckpointExperiment;
import io.gigafs.bench.compaction.CompactionExperiment;
import io.gigafs.bench.data.DataExperiment;
import io.gigafs.bench.durability.DurabilityExperiment;
import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.hotspot.HotSpot;
import io.gigafs.bench.latency.LatencyExperiment;
import io.gigafs.bench.listing.ListingExperiment;
import io.gigafs.bench.mdtest.MdtestExperiment;
import io.gigafs.bench.mknod.Mknod;
import io.gigafs.bench.mknod.StatTest;
import io.gigafs.bench.scaling.Scaling;
import io.gigafs.bench.singlenode.SingleNode;
import io.gigafs.bench.smallfiles.SmallFilesExperiment;
import io.gigafs.bench.split.SplitPolicy;
import io.gigafs.bench.split.SplitTransfer;
import io.gigafs.bench.stale.StaleClients;
import io.gigafs.bench.start.StartExperiment;
import io.gigafs.bench.virtualcache.VirtualCacheExperiment;
import java.util.List;
import java.util.stream.Collectors;

/** The list of all experiments. */
final class Experiments {
  private static final List<Experiment> ALL =
      List.of(
          new Ceiling(),
          new ListingExperiment(),
          new MdtestExperiment(),
          new Mknod(),
          new StatTest(),
          new DataExperiment(),
          new DataCacheExperiment(),
          new CheckpointExperiment(),
          new LatencyExperiment(),
          new Scaling(),
          new SingleNode(),
          new DurabilityExperiment(),
          new StartExperiment(),
          new CompactionExperiment(),
          new SmallFilesExperiment(),
          new SplitPolicy(),
          new SplitTransfer(),
          new HotSpot(),
          new StaleClients(),
          new VirtualCacheExperiment());

  private Experiments() {}

  static List<Experiment> all() {
    return ALL;
  }

  /**
   * The experiment with a name.
   *
   * @throws IllegalArgumentException with a user-readable message, if there is none
   */
  static Experiment named(String name) {
    return ALL.stream()
        .filter(experiment -> experiment.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no experiment '"
                        + name
                        + "'; there are "
                        + ALL.stream().map(Experiment::name).collect(Collectors.joining(", "))));
  }
}
