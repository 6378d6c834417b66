package io.gigafs.server;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.server.InvariantViolation.Fault;
import io.gigafs.server.transaction.CommitRecord;
import io.gigafs.server.transaction.IntentKind;
import io.gigafs.server.transaction.NamespaceTransaction.PreparedParticipant;
import io.gigafs.server.transaction.StepIntent;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.Store;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the disks of all servers repeatedly during a run, and fails the test at once if an {@link
 * Invariant} does not hold.
 */
final class InvariantWatch {
  private final SimulatedCluster cluster;
  private final SettledNames settled;
  private final Map<SimulatedServer, Contents> seen = new HashMap<>();
  private final Map<SimulatedServer, Integer> crashesSeen = new HashMap<>();
  private final Map<Place, Map<PartitionIndex, Long>> bits = new HashMap<>();
  private final List<Fault> faults = new ArrayList<>();

  private InvariantWatch(SimulatedCluster cluster, SettledNames settled) {
    this.cluster = cluster;
    this.settled = settled;
  }

  /** Starts to check before every n-th event. */
  static void start(SimulatedCluster cluster, SettledNames settled, int everyEvents) {
    InvariantWatch watch = new InvariantWatch(cluster, settled);
    cluster
        .simulation()
        .beforeEvent(
            number -> {
              if (number % everyEvents == 0) {
                watch.check();
              }
            });
  }

  private record Place(long directory, int index) {}

  private record Row(long directory, Name name) {}

  private record Held(SimulatedServer server, Partition partition, PartitionMap map) {}

  /** The contents of a disk after this number of writes. */
  private record Contents(
      long writes,
      Map<Place, Held> partitions,
      Map<Row, InodeId> entries,
      Set<Place> splitting,
      Set<Place> arrived,
      Set<Row> undecided,
      Set<Row> decided,
      Set<Row> linked) {}

  private void check() {
    boolean changed = false;
    for (SimulatedServer server : cluster.servers()) {
      changed |= look(server);
    }
    if (!changed) {
      return;
    }
    Map<Long, List<Held>> byDirectory = new HashMap<>();
    for (Contents contents : seen.values()) {
      contents.partitions.forEach(
          (place, held) -> {
            if (!isPast(place, held)) {
              byDirectory.computeIfAbsent(place.directory, none -> new ArrayList<>()).add(held);
            }
          });
    }
    checkOnePlace(byDirectory);
    checkStrays();
    checkIds();
    checkSettled(byDirectory);
    String twice = settled.idGivenTwice();
    if (twice != null) {
      fault(Invariant.IDS_ONCE, twice);
    }
    if (!faults.isEmpty()) {
      throw new InvariantViolation(cluster.simulation().seed(), faults);
    }
  }

  private void fault(Invariant invariant, String what) {
    faults.add(new Fault(invariant, what));
  }

  /** Reads a disk if it has changed; returns whether it has. */
  private boolean look(SimulatedServer server) {
    noteCrashes(server);
    Contents before = seen.get(server);
    long writes = server.disk().changes();
    if (before != null && before.writes == writes) {
      return false;
    }
    Contents now =
        new Contents(
            writes,
            new HashMap<>(),
            new HashMap<>(),
            new HashSet<>(),
            new HashSet<>(),
            new HashSet<>(),
            new HashSet<>(),
            new HashSet<>());
    Store store = server.contentsWithoutOpenState();
    store.scanAllPartitions(
        null,
        (key, header) -> {
          PartitionIndex index = new PartitionIndex(key.index());
          PartitionMap map = PartitionMap.decode(header.map());
          now.partitions.put(
              new Place(key.directory(), key.index()),
              new Held(server, new Partition(index, header.depth()), map));
          return true;
        });
    store.scanAllEntries(
        null,
        (key, attributes) -> {
          Row row = new Row(key.directory(), Name.of(key.name()));
          now.entries.put(row, new InodeId(attributes.inode()));
          if (attributes.has(Attributes.LINKED)) {
            now.linked.add(row);
          }
          return true;
        });
    for (Intent intent : store.allIntents()) {
      if (IntentKind.of(intent.body()) == IntentKind.SPLIT) {
        ByteBuffer body = ByteBuffer.wrap(intent.body(), 1, intent.body().length - 1);
        now.splitting.add(new Place(body.getLong(), body.getInt()));
      } else if (IntentKind.of(intent.body()) == IntentKind.ARRIVED) {
        ByteBuffer body = ByteBuffer.wrap(intent.body(), 1, intent.body().length - 1);
        now.arrived.add(new Place(body.getLong(), body.getInt()));
      } else if (IntentKind.of(intent.body()) == IntentKind.COMMIT_STEP) {
        StepIntent step = StepIntent.decode(intent.body());
        if (!step.done()) {
          now.undecided.add(new Row(step.directory().value(), step.step().name()));
        }
      } else if (IntentKind.of(intent.body()) == IntentKind.COMMIT) {
        for (PreparedParticipant part : CommitRecord.decode(intent.body()).parts()) {
          now.decided.add(new Row(part.directory().value(), part.step().name()));
        }
      }
    }
    seen.put(server, now);
    now.partitions.forEach(
        (place, held) -> {
          if (!isPast(place, held)) {
            checkMap(place, held, before == null ? null : before.partitions.get(place));
          }
        });
    return true;
  }

  /**
   * Whether a partition has moved away with its slot, so that the rows left on its server no longer
   * count.
   */
  private boolean isPast(Place place, Held held) {
    int slot = cluster.view().slotOf(new InodeId(place.directory), new PartitionIndex(place.index));
    boolean leaves =
        cluster
            .view()
            .moveOf(slot)
            .filter(move -> move.from().equals(held.server.info().id()))
            .isPresent();
    Contents holder = leaves ? seen.get(cluster.holderOf(slot)) : null;
    return holder != null && holder.arrived.contains(place);
  }

  /**
   * Lost changes of a machine are no longer settled, and map bits that it set since its last sync
   * may be gone.
   */
  private void noteCrashes(SimulatedServer server) {
    List<MachineCrash> crashes = server.crashes();
    int known = crashesSeen.getOrDefault(server, 0);
    for (MachineCrash crash : crashes.subList(known, crashes.size())) {
      settled.forgetAfter(crash.safeUntilNanos());
      Contents contents = seen.remove(server);
      if (contents != null) {
        contents.partitions.keySet().forEach(place -> forgetBits(place, crash.safeUntilNanos()));
      }
    }
    crashesSeen.put(server, crashes.size());
  }

  private void forgetBits(Place place, long afterNanos) {
    Map<PartitionIndex, Long> since = bits.get(place);
    if (since != null) {
      since.values().removeIf(nanos -> nanos >= afterNanos);
    }
  }

  private void checkMap(Place place, Held held, @Nullable Held before) {
    Map<PartitionIndex, Long> since = bits.computeIfAbsent(place, none -> new HashMap<>());
    for (PartitionIndex bit : since.keySet()) {
      if (!held.map.contains(bit)) {
        fault(Invariant.MAPS_GROW, place + " on " + held.server + " has forgotten child " + bit);
      }
    }
    if (before != null && before.partition.depth() > held.partition.depth()) {
      fault(Invariant.MAPS_GROW, place + " on " + held.server + " has grown together again");
    }
    held.map.indices().forEach(bit -> since.putIfAbsent(bit, cluster.simulation().nowNanos()));
  }

  /**
   * An id belongs to one name, except while two names are exchanged: then no client reads one of
   * them.
   */
  private void checkIds() {
    Map<Long, Row> rowOfId = new HashMap<>();
    seen.forEach(
        (server, contents) -> {
          contents.entries.forEach(
              (row, inode) -> {
                if (!contents.linked.contains(row)
                    && isServed(row, contents)
                    && !mayBeForgotten(row, server)) {
                  Row other = rowOfId.putIfAbsent(inode.value(), row);
                  if (other != null && !other.equals(row)) {
                    fault(Invariant.IDS_ONCE, inode + " is the id of " + other + " and " + row);
                  }
                }
              });
        });
  }

  /**
   * Whether a name may have its state from before a decided change: its machine crashed and lost
   * the prepare; the coordinator repeats the change until the machine has applied it.
   */
  private boolean mayBeForgotten(Row row, SimulatedServer server) {
    return crashesSeen.getOrDefault(server, 0) > 0
        && seen.values().stream().anyMatch(contents -> contents.decided.contains(row));
  }

  /** Whether clients read this row for its name. */
  private boolean isServed(Row row, Contents contents) {
    Place place = placeOf(row, contents);
    return place != null
        && !isPast(place, Objects.requireNonNull(contents.partitions.get(place)))
        && !contents.splitting.contains(place)
        && !contents.undecided.contains(row);
  }

  private boolean isSplitting(long directory, PartitionIndex index) {
    Place place = new Place(directory, index.value());
    return seen.values().stream().anyMatch(contents -> contents.splitting.contains(place));
  }

  /** Partitions overlap only while the wider one is being split. */
  private void checkOnePlace(Map<Long, List<Held>> byDirectory) {
    byDirectory.forEach(
        (directory, all) -> {
          for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1; j < all.size(); j++) {
              checkApart(directory, all.get(i), all.get(j));
            }
          }
        });
  }

  private void checkApart(long directory, Held one, Held other) {
    boolean firstIsWide = one.partition.depth() <= other.partition.depth();
    Held wide = firstIsWide ? one : other;
    Held narrow = firstIsWide ? other : one;
    if (wide.partition.owns(narrow.partition.index().value())
        && !isSplitting(directory, wide.partition.index())) {
      fault(
          Invariant.ONE_PLACE,
          "%s on %s and %s on %s of directory %s overlap"
              .formatted(
                  wide.partition,
                  wide.server,
                  narrow.partition,
                  narrow.server,
                  new InodeId(directory)));
    }
  }

  /**
   * A row in none of its server's partitions belongs to a split, or to a slot that is moving, or to
   * an interrupted transfer.
   */
  private void checkStrays() {
    seen.forEach(
        (server, contents) -> {
          if (server.deaths() == 0 && !takesASlotIn(server)) {
            contents.entries.keySet().stream()
                .filter(row -> !isOwned(row, contents) && !mayBeMoving(row))
                .forEach(row -> fault(Invariant.ONE_PLACE, row + " on " + server + " is nobody's"));
          }
        });
  }

  private boolean takesASlotIn(SimulatedServer server) {
    return cluster.view().moves().stream()
        .anyMatch(move -> cluster.holderOf(move.slot()) == server);
  }

  private static boolean isOwned(Row row, Contents contents) {
    return placeOf(row, contents) != null;
  }

  /** The partition of a row, or null. */
  private static @Nullable Place placeOf(Row row, Contents contents) {
    long hash = row.name.hash();
    for (int depth = 0; depth <= PartitionIndex.MAX_DEPTH; depth++) {
      Place place = new Place(row.directory, (int) (hash & ((1L << depth) - 1)));
      Held held = contents.partitions.get(place);
      if (held != null && held.partition.owns(hash)) {
        return place;
      }
    }
    return null;
  }

  private boolean mayBeMoving(Row row) {
    return seen.values().stream()
        .flatMap(contents -> contents.splitting.stream())
        .anyMatch(place -> place.directory == row.directory);
  }

  private void checkSettled(Map<Long, List<Held>> byDirectory) {
    settled.forEach(
        (path, known) -> {
          Held owner = null;
          for (Held held : byDirectory.getOrDefault(known.directory().value(), List.of())) {
            boolean owns = held.partition.owns(known.name().hash());
            if (owns && (owner == null || held.partition.depth() > owner.partition.depth())) {
              owner = held;
            }
          }
          InodeId found =
              owner == null ? null : entry(owner, known.directory().value(), known.name());
          InodeId inode = known.inode();
          boolean right = inode == null ? found == null : inode.equals(found);
          if (owner == null || !right) {
            fault(
                Invariant.ACKNOWLEDGED_IS_FOUND,
                "%s was acknowledged to be %s at %d us but is %s, in %s"
                    .formatted(path, inode, known.atNanos() / 1_000, found, owner));
          }
        });
  }

  private @Nullable InodeId entry(Held owner, long directory, Name name) {
    Contents contents = seen.get(owner.server);
    return contents == null ? null : contents.entries.get(new Row(directory, name));
  }
}
