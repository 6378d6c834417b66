package io.gigafs.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.Volume.VolumeSpace;
import io.gigafs.volume.VolumeException.Kind;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Contract of every kind of volume. */
public abstract class AbstractVolumeTest {
  protected static final VolumeMark MARK = new VolumeMark(new UUID(7, 7), 1);
  protected static final ObjectOwner OWNER = new ObjectOwner(0, 0, 0640);
  protected static final String PATH = "00010000000000a1/3/name.00010000000000a2";

  /** The provider of this kind. */
  protected abstract VolumeProvider provider();

  /** The URI of empty storage that was never a volume; always the same within a test. */
  protected abstract URI uri();

  protected final Volume prepared() throws VolumeException {
    provider().prepare(uri(), MARK, false);
    return provider().open(uri(), MARK);
  }

  protected static void assertFails(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            VolumeException.class, e -> assertThat(e.kind()).describedAs("%s", e).isEqualTo(kind))
        .hasMessageContaining("volume");
  }

  protected static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  protected static String read(VolumeObject object, long offset, int count) throws VolumeException {
    ByteBuffer into = ByteBuffer.allocate(count);
    int read = object.read(offset, into);
    assertThat(into.position()).isEqualTo(read);
    return new String(into.array(), 0, read, StandardCharsets.UTF_8);
  }

  protected static List<String> listed(Volume volume) throws VolumeException {
    List<String> paths = new ArrayList<>();
    volume.list((path, status) -> paths.add(path + " " + status.size()));
    paths.sort(null);
    return paths;
  }

  @Test
  void objectKeepsBytesAtAnyOffset() throws Exception {
    Volume volume = prepared();
    try (VolumeObject object = volume.create(PATH, OWNER)) {
      assertThat(object.status().size()).isZero();
      object.write(6, bytes("world"));
      object.write(0, bytes("hello"));
      assertThat(read(object, 0, 100)).isEqualTo("hello\0world");
      assertThat(read(object, 6, 3)).isEqualTo("wor");
      assertThat(read(object, 11, 3)).isEmpty();
      assertThat(read(object, 1 << 30, 3)).isEmpty();
      object.sync();
    }
    volume.syncPath(PATH);
    try (VolumeObject object = volume.open(PATH, false)) {
      assertThat(read(object, 0, 100)).isEqualTo("hello\0world");
      assertThat(object.status().size()).isEqualTo(11);
      assertThat(object.status().modifiedNanos()).isPositive();
      assertThatThrownBy(() -> object.write(0, bytes("x"))).isInstanceOf(Exception.class);
    }
    assertThat(volume.status(PATH).size()).isEqualTo(11);
  }

  @Test
  void buffersKeepTheirLimits() throws Exception {
    try (VolumeObject object = prepared().create(PATH, OWNER)) {
      ByteBuffer part = bytes("0123456789");
      part.position(2).limit(5);
      object.write(0, part);
      assertThat(part.position()).isEqualTo(5);
      assertThat(part.limit()).isEqualTo(5);

      ByteBuffer into = ByteBuffer.allocate(10);
      into.position(4).limit(6);
      assertThat(object.read(1, into)).isEqualTo(2);
      assertThat(into.limit()).isEqualTo(6);
      assertThat(into.position()).isEqualTo(6);
      assertThat(new String(into.array(), 4, 2, StandardCharsets.UTF_8)).isEqualTo("34");
    }
  }

  @Test
  void largeBuffersAreTransferredWhole() throws Exception {
    byte[] large = new byte[(5 << 20) + 17];
    for (int i = 0; i < large.length; i++) {
      large[i] = (byte) ((i * 31) >> 5);
    }
    try (VolumeObject object = prepared().create(PATH, OWNER)) {
      object.write(3, ByteBuffer.wrap(large));
      ByteBuffer into = ByteBuffer.allocate(large.length);
      assertThat(object.read(3, into)).isEqualTo(large.length);
      assertThat(into.array()).isEqualTo(large);
      ByteBuffer direct = ByteBuffer.allocateDirect(large.length + 10);
      assertThat(object.read(3, direct)).isEqualTo(large.length);
      assertThat(direct.flip()).isEqualTo(ByteBuffer.wrap(large));
    }
  }

  @Test
  void truncateShrinksAndExtends() throws Exception {
    Volume volume = prepared();
    try (VolumeObject object = volume.create(PATH, OWNER)) {
      object.write(0, bytes("0123456789"));
      object.truncate(4);
      assertThat(read(object, 0, 100)).isEqualTo("0123");
      object.truncate(8);
      assertThat(read(object, 0, 100)).isEqualTo("0123\0\0\0\0");
      volume.truncate(PATH, 1);
      assertThat(object.status().size()).isEqualTo(1);
      object.truncate(0);
      object.truncate(5_000);
      assertThat(object.status().size()).isEqualTo(5_000);
    }
  }

  @Test
  void pathIsCreatedOnce() throws Exception {
    Volume volume = prepared();
    volume.create(PATH, OWNER).close();
    assertFails(Kind.EXISTS, () -> volume.create(PATH, OWNER));
  }

  @Test
  void missingObjectsAreNotFound() throws Exception {
    Volume volume = prepared();
    volume.create(PATH, OWNER).close();
    for (String path : List.of(PATH + "x", "00010000000000a1/4/name", "x/y/z")) {
      assertFails(Kind.NOT_FOUND, () -> volume.open(path, false));
      assertFails(Kind.NOT_FOUND, () -> volume.open(path, true));
      assertFails(Kind.NOT_FOUND, () -> volume.status(path));
      assertFails(Kind.NOT_FOUND, () -> volume.truncate(path, 1));
      assertThat(volume.delete(path)).isFalse();
    }
  }

  @Test
  void deletedObjectStaysReadableByOpenHandles() throws Exception {
    Volume volume = prepared();
    try (VolumeObject object = volume.create(PATH, OWNER)) {
      object.write(0, bytes("still"));
      assertThat(volume.delete(PATH)).isTrue();
      assertThat(volume.delete(PATH)).isFalse();
      assertThat(read(object, 0, 10)).isEqualTo("still");
      assertThat(object.status().size()).isEqualTo(5);
      assertFails(Kind.NOT_FOUND, () -> volume.open(PATH, false));
    }
    assertThat(listed(volume)).isEmpty();
    volume.create(PATH, OWNER).close();
    assertThat(listed(volume)).containsExactly(PATH + " 0");
  }

  @Test
  void listReturnsAllObjects() throws Exception {
    Volume volume = prepared();
    for (String path : List.of("a/0/x.1", "a/0/y.2", "a/1/z.3", "b/0/x.4")) {
      try (VolumeObject object = volume.create(path, OWNER)) {
        object.write(0, bytes(path.substring(6)));
      }
    }
    assertThat(listed(volume)).containsExactly("a/0/x.1 1", "a/0/y.2 1", "a/1/z.3 1", "b/0/x.4 1");
  }

  @Test
  void volumeKeepsItsIdentity() throws Exception {
    VolumeMark other = new VolumeMark(MARK.clusterId(), 2);
    assertFails(Kind.GONE, () -> provider().open(uri(), MARK));
    provider().prepare(uri(), MARK, false);
    provider().prepare(uri(), MARK, false);
    assertFails(Kind.EXISTS, () -> provider().prepare(uri(), other, false));
    assertFails(Kind.GONE, () -> provider().open(uri(), other));

    provider().release(uri(), other);
    provider().open(uri(), MARK).close();
    provider().release(uri(), MARK);
    provider().release(uri(), MARK);
    assertFails(Kind.GONE, () -> provider().open(uri(), MARK));
    provider().prepare(uri(), other, false);
    provider().open(uri(), other).close();
  }

  @Test
  void nonEmptyStorageMustBeAdopted() throws Exception {
    Volume volume = prepared();
    volume.create(PATH, OWNER).close();
    provider().release(uri(), MARK);

    assertFails(Kind.EXISTS, () -> provider().prepare(uri(), MARK, false));
    provider().prepare(uri(), MARK, true);
    assertThat(listed(provider().open(uri(), MARK))).containsExactly(PATH + " 0");
  }

  @Test
  void spaceIsReported() throws Exception {
    VolumeSpace space = prepared().space();
    assertThat(space.totalBytes()).isPositive();
    assertThat(space.freeBytes()).isBetween(0L, space.totalBytes());
    assertThat(prepared().space().fileSystem()).isEqualTo(space.fileSystem());
  }
}
