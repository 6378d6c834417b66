package io.gigafs.fuse.mounting;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseOpened;
import io.gigafs.fuse.binding.OpenFlags;
import io.gigafs.fuse.memory.MemoryFileSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests writes that bypass the page cache while other handles read through it. */
class DirectWriteIT {
  private static final int PAGE = 4096;

  @TempDir private Path directory = Path.of(".");
  private @Nullable FuseMount mounted;

  @BeforeEach
  void needsTheKernel() {
    MountLab.require();
  }

  @AfterEach
  void unmounts() throws IOException {
    if (mounted != null) {
      mounted.close();
    }
  }

  /**
   * Opens every write-only handle for direct writes. Timestamps never change, so the kernel cannot
   * use them to detect stale pages.
   */
  private static class DirectFileSystem extends MemoryFileSystem {
    @Override
    public int lookup(FuseCaller caller, long directory, byte[] name, FuseAttributes out) {
      return atRest(super.lookup(caller, directory, name, out), out);
    }

    @Override
    public int getattr(FuseCaller caller, FuseFile file, FuseAttributes out) {
      return atRest(super.getattr(caller, file, out), out);
    }

    private static int atRest(int result, FuseAttributes out) {
      if (result == 0) {
        out.set(out.inode(), out.mode(), out.uid(), out.gid(), out.size(), out.links(), 0, 0, 0, 0);
      }
      return result;
    }

    @Override
    public int create(
        FuseCaller caller,
        long directory,
        byte[] name,
        int mode,
        int umask,
        int flags,
        FuseOpened opened,
        FuseAttributes out) {
      int result = super.create(caller, directory, name, mode, umask, flags, opened, out);
      writeDirectly(flags, opened);
      return atRest(result, out);
    }

    @Override
    public int open(FuseCaller caller, FuseFile file, int flags, FuseOpened opened) {
      int result = super.open(caller, file, flags, opened);
      writeDirectly(flags, opened);
      return result;
    }

    private static void writeDirectly(int flags, FuseOpened opened) {
      if ((flags & OpenFlags.ACCESS_MODE) == OpenFlags.WRITE_ONLY) {
        opened.writeDirectly();
      }
    }
  }

  /** Lets a read of the first page see the data from before a write, and return after the write. */
  private static final class RacingFileSystem extends DirectFileSystem {
    private final CountDownLatch writes = new CountDownLatch(1);
    private final CountDownLatch hasRead = new CountDownLatch(1);
    private final CountDownLatch hasWritten = new CountDownLatch(1);
    private volatile boolean races;

    @Override
    public int write(long handle, long offset, ByteBuffer from, int flags) {
      if (!races) {
        return super.write(handle, offset, from, flags);
      }
      writes.countDown();
      await(hasRead);
      int result = super.write(handle, offset, from, flags);
      hasWritten.countDown();
      return result;
    }

    @Override
    public int read(long handle, long offset, ByteBuffer into, int flags) {
      int result = super.read(handle, offset, into, flags);
      if (races && offset == 0 && hasRead.getCount() > 0) {
        hasRead.countDown();
        await(hasWritten);
      }
      return result;
    }

    private static void await(CountDownLatch latch) {
      try {
        assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private Path mount(FuseFileSystem files) throws IOException {
    mounted = MountLab.mount(files, directory, MountLab.remembering(Duration.ofHours(1), 4, 64));
    return directory.resolve("f");
  }

  private static FileChannel writer(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static ByteBuffer page(char fill) {
    return ByteBuffer.wrap(String.valueOf(fill).repeat(PAGE).getBytes(US_ASCII));
  }

  private static char first(FileChannel file) throws IOException {
    ByteBuffer read = ByteBuffer.allocate(PAGE);
    assertThat(file.read(read, 0)).isEqualTo(PAGE);
    return (char) read.get(0);
  }

  @Test
  void directWriteLeavesNoStalePagesToConcurrentReads() throws Exception {
    RacingFileSystem files = new RacingFileSystem();
    Path file = mount(files);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (FileChannel writer = writer(file)) {
      writer.write(page('a'), 0);
      try (FileChannel reader = FileChannel.open(file)) {
        files.races = true;
        Future<Integer> written = threads.submit(() -> writer.write(page('b'), 0));
        RacingFileSystem.await(files.writes);
        Future<Character> read = threads.submit(() -> first(reader));
        assertThat(written.get()).isEqualTo(PAGE);
        assertThat(read.get()).isIn('a', 'b');
        assertThat(first(reader)).isEqualTo('b');
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * Runs in its own process: a thread that waits for a mapped page cannot be stopped for a while.
   */
  @Test
  void readsAndMappingsSeeDirectWritesAtOnce() throws Exception {
    mount(new DirectFileSystem());
    MountLab.run(
        directory,
        """
        python3 - <<'END'
        import mmap, os, random

        SIZE, PAGE = 1 << 20, 4096
        dice = random.Random(1)
        expected = bytearray(dice.randbytes(SIZE))
        writer = os.open("f", os.O_WRONLY | os.O_CREAT)
        assert os.write(writer, expected) == SIZE
        reader = os.open("f", os.O_RDONLY)
        with mmap.mmap(reader, SIZE, prot=mmap.PROT_READ) as pages:
            for step in range(500):
                at = dice.randrange(SIZE)
                new = dice.randbytes(1 + dice.randrange(min(100_000, SIZE - at)))
                cut = len(new) // 3
                assert os.pwritev(writer, [new[:cut], new[cut:]], at) == len(new)
                expected[at : at + len(new)] = new
                start, end = max(0, at - PAGE), min(SIZE, at + len(new) + PAGE)
                assert os.pread(reader, end - start, start) == expected[start:end], step
                assert pages[start:end] == expected[start:end], step
        END
        """);
  }

  @Test
  void directWritesFillNoPages() throws Exception {
    FuseFileSystem files =
        new DirectFileSystem() {
          @Override
          public int open(FuseCaller caller, FuseFile file, int flags, FuseOpened opened) {
            int result = super.open(caller, file, flags, opened);
            opened.keepCache();
            return result;
          }
        };
    Path file = mount(files);
    try (FileChannel writer = writer(file)) {
      writer.write(page('a'));
      assertThat(hasPages(file)).isFalse();
    }
    try (FileChannel writer =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      writer.write(page('b'));
      assertThat(hasPages(file)).isTrue();
    }
  }

  /** Whether the kernel caches a file's first page; the query does not load it. */
  private static boolean hasPages(Path file) throws IOException {
    try (FileChannel reader = FileChannel.open(file)) {
      return reader.map(MapMode.READ_ONLY, 0, PAGE).isLoaded();
    }
  }
}
