package io.gigafs.client.data;

import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.Caller;
import io.gigafs.volume.MemoryStorage;
import io.gigafs.volume.MemoryVolume;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeMark;
import java.net.URI;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One file on one volume, and clients that have the file open. */
final class FakeSite {
  static final int MAX_INLINE = 150;
  static final int OWN_LIMIT = 100;
  private static final long PLENTY_BYTES = 64L << 20;
  private static final URI VOLUME = URI.create("memory:///v");

  final Random random;
  final ScheduledSteps steps;
  final MemoryStorage storage = new MemoryStorage();
  final FakeFile file;
  private final Volume volume;

  /** The write-back of the clients; null if they write through. */
  @Nullable WriteBack writeBack;

  FakeSite(long seed) {
    random = new Random(seed);
    steps = new ScheduledSteps(random);
    VolumeMark mark = new VolumeMark(new UUID(1, 2), FakeFile.VOLUME);
    try {
      storage.prepare(VOLUME, mark, false);
      volume = storage.open(VOLUME, mark);
    } catch (VolumeException e) {
      throw new AssertionError(e);
    }
    file = new FakeFile(steps, volume, MAX_INLINE);
  }

  MemoryVolume memory() {
    return storage.volume(VOLUME);
  }

  /** A client that accesses the volume directly or through a relay. */
  OpenFiles client(boolean goesDirect) {
    return client(goesDirect, PLENTY_BYTES);
  }

  OpenFiles client(boolean goesDirect, long memoryBytes) {
    ClientVolumes volumes =
        new ClientVolumes() {
          @Override
          public CompletableFuture<Void> learn(int number) {
            return steps.later(() -> Futures.DONE);
          }

          @Override
          public Volume of(int number) {
            return volume;
          }
        };
    return new OpenFiles(
        new DataEnvironment(
            steps,
            (nanos, task) -> () -> {},
            steps,
            goesDirect,
            volumes,
            this::relay,
            OWN_LIMIT,
            null,
            writeBack,
            memoryBytes));
  }

  private ObjectAccess relay(HandleDataCalls calls) {
    try {
      return new BufferingObject(steps, volume.open(file.objectOf(calls), true));
    } catch (VolumeException e) {
      throw new AssertionError(e);
    }
  }

  /** Opens the file and truncates it if asked to. */
  HandleData open(OpenFiles client, boolean truncates) {
    if (truncates) {
      file.truncate(0);
    }
    OpenFiles.Opening opening = client.begin();
    return client.opened(
        opening,
        FakeFile.inode(),
        file.calls(),
        Caller.ROOT,
        true,
        truncates,
        file.data(),
        file.attributes(),
        false,
        file.shortage());
  }
}
