package io.gigafs.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.volume.VolumeException.Kind;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Runs the volume contract in memory, and tests injected faults and crashes. */
class MemoryVolumeTest extends AbstractVolumeTest {
  private final MemoryStorage storage = new MemoryStorage();
  private final URI uri = URI.create("memory:///one");

  @Override
  protected VolumeProvider provider() {
    return storage;
  }

  @Override
  protected URI uri() {
    return uri;
  }

  @Test
  void faultsAreInjectedOnDemand() throws Exception {
    Volume volume = prepared();
    MemoryVolume hand = storage.volume(uri);
    VolumeObject object = volume.create(PATH, OWNER);

    hand.setCapacity(4);
    object.write(0, bytes("1234"));
    assertFails(Kind.NO_SPACE, () -> object.write(4, bytes("5")));
    assertFails(Kind.NO_SPACE, () -> volume.create("a/b/c", OWNER));
    hand.setCapacity(100);

    hand.setReadOnly(true);
    assertFails(Kind.READ_ONLY, () -> object.write(0, bytes("5")));
    assertThat(read(object, 0, 9)).isEqualTo("1234");
    hand.setReadOnly(false);

    hand.setGone(true);
    assertFails(Kind.GONE, () -> object.read(0, bytes("x")));
    assertFails(Kind.GONE, () -> volume.delete(PATH));
    hand.setGone(false);

    hand.watch((call, path) -> call.equals("sync") ? Kind.IO : null);
    assertFails(Kind.IO, object::sync);
  }

  @Test
  void crashLosesOnlyUnsyncedChanges() throws Exception {
    Set<String> left = new HashSet<>();
    for (int seed = 0; seed < 40; seed++) {
      storage.volume(uri).lose(PATH);
      Volume volume = storage.volume(uri);
      try (VolumeObject object = volume.create(PATH, OWNER)) {
        object.write(0, bytes("kept"));
        object.sync();
        object.write(4, bytes("A"));
        object.write(5, bytes("B"));
        storage.crash(new SplittableRandom(seed));
        left.add(read(object, 0, 9));
      }
    }
    assertThat(left).containsExactlyInAnyOrder("kept", "keptA", "kept\0B", "keptAB");
  }
}
