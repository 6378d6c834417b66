package io.gigafs.bench.simulation;

import io.gigafs.bench.simulation.SimulationResult.Sample;
import io.gigafs.cluster.SlotTable;
import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Simulates one directory that grows from one partition over servers. Not thread-safe; used once.
 *
 * <p>It has two clocks: seconds, and the number of issued creates. Partitions fill and clients err
 * by the second clock, splits end by the first. Between two events the ratio of the two is
 * constant. The same plan gives the same result.
 */
public final class DirectorySimulation {
  /** Ratio of the entries of two consecutive samples. */
  private static final double SAMPLE_STEP = 1.03;

  private static final double FIRST_SAMPLE = 500;

  private final SimulationPlan plan;
  private final Draws draws;
  private final SlotTable slots;
  private final InodeId directory = InodeId.of(0, InodeId.FIRST_COUNTER);
  private final QueueingServer[] servers;
  private final MinimumTree mostCreates;
  private final Followers followers;

  /** By index. */
  private final @Nullable SimulatedPartition[] partitions =
      new SimulatedPartition[1 << PartitionIndex.MAX_DEPTH];

  private final PriorityQueue<Full> toFill =
      new PriorityQueue<>(Comparator.comparingDouble(Full::at).thenComparingInt(Full::index));
  private final PriorityQueue<Timed> toEnd =
      new PriorityQueue<>(Comparator.comparingDouble(Timed::at).thenComparingLong(Timed::number));

  private PartitionMap map = PartitionMap.UNSPLIT;
  private double now;
  private double issued;
  private long timed;

  /** The share of all names that waits for splits; a sum of powers of two, and so exact. */
  private double waitingShare;

  /** Number of waiting creates. */
  private double waiting;

  /** Number of creates that have waited and are not done yet. */
  private double late;

  private double nextSample = FIRST_SAMPLE;
  private final List<Sample> samples = new ArrayList<>();
  private long created;
  private int serversUsed;
  private double secondsToAll = Double.POSITIVE_INFINITY;
  private double entriesAtAll = Double.POSITIVE_INFINITY;
  private long splitsAway;
  private long splitsWithin;
  private long moved;

  /** A partition will be full, at a number of creates. */
  private record Full(double at, int index) {}

  /** An event at a time, in seconds. */
  private record Timed(double at, long number, Runnable event) {}

  private DirectorySimulation(SimulationPlan plan) {
    this.plan = plan;
    this.draws = new Draws(plan.seed());
    this.slots = SlotTable.interleaved(plan.slots(), plan.servers());
    this.servers = new QueueingServer[plan.servers()];
    this.mostCreates = new MinimumTree(plan.servers());
    this.followers = new Followers(plan.followed(), plan.clients(), draws);
    for (int place = 0; place < servers.length; place++) {
      servers[place] = new QueueingServer(plan.costs());
    }
  }

  /** Runs a simulation to its end. */
  public static SimulationResult run(SimulationPlan plan) {
    return new DirectorySimulation(plan).run();
  }

  private SimulationResult run() {
    add(Partition.WHOLE, 0);
    while (issued < plan.entries()) {
      step();
    }
    while (!toEnd.isEmpty()) {
      happen(toEnd.remove());
    }
    for (SimulatedPartition partition : partitions) {
      if (partition != null) {
        created += partition.count(issued, draws);
      }
    }
    sample();
    return result();
  }

  /** Advances to the next event. */
  private void step() {
    double until = Math.min(Math.min(nextSample, followers.nextAt()), plan.entries());
    if (!toFill.isEmpty()) {
      until = Math.min(until, toFill.element().at());
    }
    if (waitingShare > 0) {
      until = Math.min(until, issued + (windows() - waiting) / waitingShare);
    }
    until = Math.max(until, issued);
    double rate = waiting < windows() ? mostCreates.least() : 0;
    if (!toEnd.isEmpty() && (rate == 0 || toEnd.element().at() <= now + (until - issued) / rate)) {
      Timed event = toEnd.remove();
      issue(Math.min(until, issued + rate * Math.max(0, event.at() - now)));
      happen(event);
      return;
    }
    now += (until - issued) / rate;
    issue(until);
    if (!toFill.isEmpty() && toFill.element().at() <= issued) {
      fill(toFill.remove());
    } else if (followers.nextAt() <= issued) {
      followers.err(issued, index -> partition(index).partition(), this::sentOn);
    } else if (nextSample <= issued) {
      sample();
    } else if (issued < plan.entries()) {
      // All outstanding requests of clients wait for splits, and time passes without creates.
      waiting = windows();
    }
  }

  private double windows() {
    return (double) plan.clients() * plan.window();
  }

  private void issue(double until) {
    waiting += waitingShare * (until - issued);
    issued = until;
  }

  private void happen(Timed event) {
    now = Math.max(now, event.at());
    event.event().run();
  }

  private void at(double seconds, Runnable event) {
    toEnd.add(new Timed(seconds, timed++, event));
  }

  private SimulatedPartition partition(PartitionIndex index) {
    SimulatedPartition found = partitions[index.value()];
    if (found == null) {
      throw new IllegalStateException("partition " + index + " is not in " + map);
    }
    return found;
  }

  private int serverOf(PartitionIndex index) {
    return slots.ownerOf(directory.slotOf(index, slots.slots()));
  }

  private void add(Partition partition, long entries) {
    int server = serverOf(partition.index());
    if (!servers[server].isUsed()) {
      serversUsed++;
    }
    if (serversUsed == servers.length && secondsToAll == Double.POSITIVE_INFINITY) {
      secondsToAll = now;
      entriesAtAll = issued;
    }
    SimulatedPartition added = new SimulatedPartition(partition, server, entries, issued);
    partitions[partition.index().value()] = added;
    change(server, added.share(), entries);
    awaitFull(added);
  }

  private void awaitFull(SimulatedPartition partition) {
    if (partition.partition().canSplit()) {
      long more = Math.max(1, plan.settings().splitThreshold() + 1L - partition.entries());
      toFill.add(new Full(partition.fillBy(more, draws), partition.partition().index().value()));
    }
  }

  /** Changes the load of a server, and with it the overall rate. */
  private void change(int place, double moreShare, long moreEntries) {
    servers[place].change(moreShare, moreEntries, issued);
    mostCreates.set(place, servers[place].mostCreates(now, issued));
  }

  /**
   * Gives a server background work. Its creates are slower until that is done, when a follow-up
   * runs.
   */
  private void work(int place, double seconds, Runnable then) {
    double end = servers[place].work(seconds, now);
    change(place, 0, 0);
    at(
        end,
        () -> {
          change(place, 0, 0);
          then.run();
        });
  }

  /** Begins a split: from now on creates for the moving half wait. */
  private void fill(Full full) {
    SimulatedPartition parent = partition(new PartitionIndex(full.index()));
    created += parent.fill();
    long moving = draws.half(parent.entries());
    double half = parent.share() / 2;
    double began = issued;
    change(parent.server(), -half, 0);
    waitingShare += half;
    SimulatedCosts costs = plan.costs();
    int target = serverOf(parent.partition().child().index());
    Runnable end = () -> split(parent, moving, began);
    if (target == parent.server()) {
      work(target, costs.localSplitSeconds(moving), end);
      return;
    }
    Runnable install = () -> work(target, costs.moveSeconds(moving), end);
    at(
        now + costs.splitWaitSeconds(),
        () -> work(parent.server(), costs.moveSeconds(moving), install));
  }

  private void split(SimulatedPartition parent, long moving, double began) {
    Partition child = parent.partition().child();
    double half = parent.share() / 2;
    double meanwhile = half * (issued - began);
    long arrived = draws.poisson(meanwhile);
    long waited = draws.poisson(meanwhile);
    created += arrived + waited;
    waitingShare -= half;
    waiting = waitingShare == 0 ? 0 : Math.max(0, waiting - meanwhile);
    parent.split(moving, arrived, issued);
    map = map.with(child.index());
    change(parent.server(), 0, -moving);
    awaitFull(parent);
    add(child, moving + waited);
    int target = serverOf(child.index());
    late += meanwhile;
    work(target, waited * servers[target].createSeconds(issued), () -> late -= meanwhile);
    if (target == parent.server()) {
      splitsWithin++;
    } else {
      splitsAway++;
      moved += moving;
    }
    followers.splitUnnoticed(parent.partition(), child, issued);
  }

  private void sentOn(PartitionIndex asked) {
    double seconds = plan.costs().redirectSeconds() * followers.clientsPerFollower();
    work(partition(asked).server(), seconds, () -> {});
  }

  private void sample() {
    double fullest = 0;
    double all = 0;
    for (int place = 0; place < servers.length; place++) {
      change(place, 0, 0);
      double entries = servers[place].entries(issued);
      fullest = Math.max(fullest, entries);
      all += entries;
    }
    Sample last =
        samples.isEmpty()
            ? new Sample(0, 0, 0, 1, 1, servers.length, 0)
            : samples.get(samples.size() - 1);
    double answered = issued - waiting - late;
    double rate = now > last.seconds() ? (answered - last.entries()) / (now - last.seconds()) : 0;
    samples.add(
        new Sample(
            now,
            answered,
            rate,
            map.size(),
            serversUsed,
            fullest / (all / servers.length),
            followers.redirectsPerClient()));
    nextSample = Math.max(nextSample, issued) * SAMPLE_STEP;
  }

  private SimulationResult result() {
    long[] perPartition = new long[partitions.length];
    long[] perServer = new long[servers.length];
    for (SimulatedPartition partition : partitions) {
      if (partition != null) {
        perPartition[partition.partition().index().value()] = partition.entries();
        perServer[partition.server()] += partition.entries();
      }
    }
    int highest = map.indices().mapToInt(PartitionIndex::value).max().orElse(0);
    return new SimulationResult(
        List.copyOf(samples),
        created,
        now,
        secondsToAll,
        entriesAtAll,
        splitsAway,
        splitsWithin,
        moved,
        followers.redirectsPerClient(),
        followers.mostHops(),
        map,
        Arrays.copyOf(perPartition, highest + 1),
        perServer);
  }
}
