package io.gigafs.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests when an object is synced in the background, with an executor that the test steps. */
class EarlySyncedObjectTest {
  private static final long STEP = EarlySyncedObject.STEP_BYTES;

  private final Disk disk = new Disk();
  private final Queue<Runnable> thread = new ArrayDeque<>();
  private final EarlySyncs syncs = new EarlySyncs(1);
  private final EarlySyncedObject object = syncs.of(disk, thread::add);

  /** Discards bytes, and counts syncs. */
  private static final class Disk implements VolumeObject {
    private int syncs;
    private @Nullable VolumeException failure;

    @Override
    public int read(long offset, ByteBuffer into) {
      return 0;
    }

    @Override
    public void write(long offset, ByteBuffer from) {
      from.position(from.limit());
    }

    @Override
    public void truncate(long size) {}

    @Override
    public ObjectStatus status() {
      return new ObjectStatus(0, 0);
    }

    @Override
    public void sync() throws VolumeException {
      syncs++;
      VolumeException thrown = failure;
      failure = null;
      if (thrown != null) {
        throw thrown;
      }
    }

    @Override
    public void close() {}
  }

  private void write(EarlySyncedObject into, long from, long to) throws VolumeException {
    ByteBuffer bytes = ByteBuffer.allocate(1 << 20);
    for (long at = from; at < to; at += bytes.capacity()) {
      into.write(at, bytes.clear());
    }
  }

  private void fail() {
    disk.failure = new VolumeException(VolumeException.Kind.IO, "the disk is broken", null);
  }

  @Test
  void writtenObjectIsSyncedInTheBackground() throws Exception {
    write(object, 0, STEP - 1);
    write(object, 0, STEP);
    assertThat(thread).hasSize(1);
    write(object, STEP, 3 * STEP);
    assertThat(thread).hasSize(1);
    thread.remove().run();
    assertThat(disk.syncs).isEqualTo(1);
    write(object, 3 * STEP, 4 * STEP);
    assertThat(thread).hasSize(1);
  }

  @Test
  void rewritesAreNotSyncedEarly() throws Exception {
    write(object, 0, STEP / 2);
    write(object, 0, STEP / 2);
    write(object, 0, STEP / 2);
    assertThat(thread).isEmpty();
  }

  @Test
  void holesDoNotCountAsWritten() throws Exception {
    write(object, 100 * STEP, 100 * STEP + 1);
    assertThat(thread).isEmpty();
  }

  @Test
  void nextSyncReportsABackgroundFailure() throws Exception {
    write(object, 0, STEP);
    fail();
    thread.remove().run();
    assertThat(object.hasUnreportedFailure()).isTrue();
    assertThatThrownBy(object::sync)
        .isInstanceOf(VolumeException.class)
        .hasMessage("the disk is broken");
    assertThat(object.hasUnreportedFailure()).isFalse();
    object.sync();
  }

  @Test
  void concurrentEarlySyncsAreLimited() throws Exception {
    EarlySyncedObject other = syncs.of(disk, thread::add);
    write(object, 0, STEP);
    write(other, 0, STEP);
    assertThat(thread).hasSize(1);
    thread.remove().run();
    write(other, STEP, STEP + 1);
    assertThat(thread).hasSize(1);
  }

  @Test
  void stoppedExecutorSkipsEarlySyncs() throws Exception {
    EarlySyncedObject stopped =
        syncs.of(
            disk,
            work -> {
              throw new RejectedExecutionException("stopped");
            });
    write(stopped, 0, 2 * STEP);
    stopped.sync();
    assertThat(disk.syncs).isEqualTo(1);
    write(object, 0, STEP);
    assertThat(thread).hasSize(1);
  }
}
