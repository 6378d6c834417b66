package io.gigafs.cluster;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.gigafs.cluster.ClusterView.SlotMove;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random changes of random views: each change affects only the components of the view that it may
 * affect.
 */
class EveryViewChangeTest {
  private static final int VIEWS = 400;
  private static final int SLOTS = 16;

  private static final ClusterFormat FORMAT =
      new ClusterFormat(new UUID(0, 1), SLOTS, 2, ClusterSettings.DEFAULTS);

  /**
   * All changes by class and method, with the components of a view that they may change. A change
   * that is missing here fails {@link #allViewChangesAreCovered}.
   */
  private static final Map<String, Change> CHANGES =
      Map.ofEntries(
          entry(
              "ViewChanges.complete",
              new Change(
                  Set.of("moves"),
                  (view, random) -> {
                    if (view.moves().isEmpty()) {
                      return view;
                    }
                    SlotMove move = view.moves().get(random.nextInt(view.moves().size()));
                    return ViewChanges.complete(
                        view, move.slot(), move.since() - random.nextInt(2));
                  })),
          entry(
              "ViewChanges.relocate",
              new Change(
                  Set.of("servers"),
                  (view, random) -> ViewChanges.relocate(view, server(random.nextInt(9), random)))),
          entry(
              "ViewChanges.drain",
              new Change(
                  Set.of("draining"),
                  (view, random) -> ViewChanges.drain(view, member(view, random)))),
          entry(
              "ViewChanges.undrain",
              new Change(
                  Set.of("draining"),
                  (view, random) -> ViewChanges.undrain(view, member(view, random)))),
          entry(
              "ViewChanges.remove",
              new Change(
                  Set.of("servers", "slots", "draining"),
                  (view, random) -> ViewChanges.remove(view, member(view, random)))),
          entry(
              "VolumeChanges.add",
              new Change(
                  Set.of("volumes", "nextVolume"),
                  (view, random) ->
                      VolumeChanges.add(
                          view,
                          uri(random.nextInt(12)),
                          random.nextBoolean() ? VolumeInfo.State.ACTIVE : VolumeInfo.State.ADOPTED,
                          settings(random)))),
          entry(
              "VolumeChanges.set",
              new Change(
                  Set.of("volumes"),
                  (view, random) -> VolumeChanges.set(view, random.nextInt(9), settings(random)))),
          entry(
              "VolumeChanges.drain",
              new Change(
                  Set.of("volumes"),
                  (view, random) -> VolumeChanges.drain(view, random.nextInt(9)))),
          entry(
              "VolumeChanges.undrain",
              new Change(
                  Set.of("volumes"),
                  (view, random) -> VolumeChanges.undrain(view, random.nextInt(9)))),
          entry(
              "VolumeChanges.remove",
              new Change(
                  Set.of("volumes"),
                  (view, random) -> VolumeChanges.remove(view, random.nextInt(9)))),
          entry(
              "SlotPlanner.plan",
              new Change(
                  Set.of("servers", "slots", "moves"),
                  (view, random) -> SlotPlanner.plan(FORMAT, present(random), view).orElseThrow())),
          entry(
              "VolumeChanges.restore",
              new Change(
                  Set.of("volumes", "nextVolume"),
                  (view, random) ->
                      VolumeChanges.restore(
                          view,
                          new VolumeInfo(
                              1 + random.nextInt(14), uri(20), VolumeInfo.State.ACTIVE)))));

  /** Applies a change with random arguments; throws the exception of a refused change. */
  @FunctionalInterface
  private interface Maker {
    ClusterView make(ClusterView view, Random random);
  }

  private record Change(Set<String> components, Maker maker) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void viewChangesKeepUnrelatedComponents(long seed) throws ReflectiveOperationException {
    Random random = new Random(seed);
    Set<String> effective = new TreeSet<>();
    for (int i = 0; i < VIEWS; i++) {
      for (Map.Entry<String, Change> change : CHANGES.entrySet()) {
        ClusterView before = view(random);
        String what = "seed %d, %s of %s".formatted(seed, change.getKey(), before);
        ClusterView after;
        try {
          after = change.getValue().maker().make(before, random);
        } catch (MembershipException e) {
          continue; // refused: the tests of each change check the reasons
        }
        if (after.equals(before)) {
          assertThat(after).as(what).isSameAs(before);
          continue;
        }
        effective.add(change.getKey());
        assertThat(after.epoch()).as(what).isEqualTo(before.epoch() + 1);
        Set<String> components = change.getValue().components();
        assertThat(differing(before, after)).as(what).isSubsetOf(components);
        assertKeepsElements(what, before, after);
      }
    }
    assertThat(effective).isEqualTo(CHANGES.keySet());
  }

  @Test
  void allViewChangesAreCovered() {
    Set<String> all =
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(new ImportOption.DoNotIncludeJars())
                .importPackages("io.gigafs")
                .stream()
                .flatMap(type -> type.getMethods().stream())
                .filter(EveryViewChangeTest::isChange)
                .map(method -> method.getOwner().getSimpleName() + "." + method.getName())
                .collect(Collectors.toSet());

    assertThat(all).isEqualTo(CHANGES.keySet());
  }

  /** Whether a method makes a view from a view. */
  private static boolean isChange(JavaMethod method) {
    boolean givesView =
        method.getReturnType().getAllInvolvedRawTypes().stream()
            .anyMatch(type -> type.isEquivalentTo(ClusterView.class));
    return givesView
        && method.getModifiers().contains(JavaModifier.STATIC)
        && !method.getModifiers().contains(JavaModifier.PRIVATE)
        && !method.getModifiers().contains(JavaModifier.SYNTHETIC)
        && method.getRawParameterTypes().stream()
            .anyMatch(type -> type.isEquivalentTo(ClusterView.class));
  }

  /** The components that differ between two views, except the epoch. */
  private static Set<String> differing(ClusterView one, ClusterView other)
      throws ReflectiveOperationException {
    Set<String> differing = new HashSet<>();
    for (RecordComponent component : ClusterView.class.getRecordComponents()) {
      Object before = component.getAccessor().invoke(one);
      if (!component.getName().equals("epoch")
          && !before.equals(component.getAccessor().invoke(other))) {
        differing.add(component.getName());
      }
    }
    return differing;
  }

  /**
   * A change removes or modifies at most one element of a list, and a slot changes its owner only
   * by a move.
   */
  private static void assertKeepsElements(String what, ClusterView before, ClusterView after) {
    assertThat(lost(before.volumes(), after.volumes())).as(what).hasSizeLessThanOrEqualTo(1);
    assertThat(lost(before.moves(), after.moves())).as(what).hasSizeLessThanOrEqualTo(1);
    assertThat(lost(before.draining(), after.draining())).as(what).hasSizeLessThanOrEqualTo(1);
    assertThat(after.nextVolume()).as(what).isGreaterThanOrEqualTo(before.nextVolume());
    for (VolumeInfo volume : before.volumes()) {
      after
          .volume(volume.id())
          .ifPresent(now -> assertThat(now.uri()).as(what).isEqualTo(volume.uri()));
      boolean isSet = what.contains("VolumeChanges.set");
      after
          .volume(volume.id())
          .filter(now -> !isSet)
          .ifPresent(now -> assertThat(now.in(volume.state())).as(what).isEqualTo(volume));
      after
          .volume(volume.id())
          .filter(now -> isSet)
          .ifPresent(now -> assertThat(now.state()).as(what).isEqualTo(volume.state()));
    }
    for (int slot = 0; slot < SLOTS; slot++) {
      ServerId holder = before.ownerOf(slot).id();
      if (!after.ownerOf(slot).id().equals(holder)) {
        assertThat(after.moveOf(slot))
            .as(what)
            .isEqualTo(Optional.of(new SlotMove(slot, holder, after.epoch())));
      }
    }
  }

  private static <T> List<T> lost(Iterable<T> before, Iterable<T> after) {
    List<T> lost = new ArrayList<>();
    before.forEach(lost::add);
    after.forEach(lost::remove);
    return lost;
  }

  /** A view in which every component has something to lose. */
  private static ClusterView view(Random random) {
    List<ServerInfo> servers = new ArrayList<>();
    for (int i = 0; i < 2 + random.nextInt(6); i++) {
      servers.add(server(i, random));
    }
    int holders = random.nextBoolean() ? servers.size() : servers.size() - 1;
    int[] owners = new int[SLOTS];
    List<SlotMove> moves = new ArrayList<>();
    for (int slot = 0; slot < SLOTS; slot++) {
      owners[slot] = random.nextInt(holders);
      ServerInfo from = servers.get(random.nextInt(servers.size()));
      if (random.nextInt(5) == 0 && !from.equals(servers.get(owners[slot]))) {
        moves.add(new SlotMove(slot, from.id(), random.nextInt(40)));
      }
    }
    List<VolumeInfo> volumes = new ArrayList<>();
    for (int id = 1; id < 8; id++) {
      if (random.nextInt(3) > 0) {
        VolumeInfo.State[] states = VolumeInfo.State.values();
        VolumeInfo.State state = states[random.nextInt(states.length)];
        volumes.add(new VolumeInfo(id, uri(id), state).with(settings(random)));
      }
    }
    return new ClusterView(
        FORMAT.clusterId(),
        40 + random.nextInt(9),
        new ClusterSettings(2 + random.nextInt(99), random.nextInt(99), "/t" + random.nextInt(99)),
        servers,
        SlotTable.of(owners),
        moves,
        servers.stream()
            .map(ServerInfo::id)
            .filter(id -> random.nextInt(3) == 0)
            .collect(Collectors.toSet()),
        volumes,
        8 + random.nextInt(3));
  }

  private static List<ServerInfo> present(Random random) {
    List<ServerInfo> present = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      if (random.nextInt(4) > 0) {
        present.add(server(i, random));
      }
    }
    return present;
  }

  private static ServerInfo server(int number, Random random) {
    return new ServerInfo(
        new ServerId("s" + number), new Endpoint("host" + number, 1 + random.nextInt(2)));
  }

  private static ServerId member(ClusterView view, Random random) {
    return view.servers().get(random.nextInt(view.servers().size())).id();
  }

  private static VolumeSettings settings(Random random) {
    return new VolumeSettings(
        random.nextBoolean() ? "group" + random.nextInt(3) : null,
        random.nextBoolean() ? 1 + random.nextInt(3) : null);
  }

  private static URI uri(int number) {
    return URI.create("posix:///volumes/" + number);
  }
}
