package io.gigafs.fuse.jnrfuse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.memory.MemoryFileSystem;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the resolution of paths and its cache, on a file system in memory. */
class FusePathResolverTest {
  private static final FuseCaller ROOT = FuseCaller.ofProcess(0, 0, 0);

  private final AtomicInteger lookups = new AtomicInteger();
  private final MemoryFileSystem files =
      new MemoryFileSystem() {
        @Override
        public int lookup(FuseCaller caller, long parent, byte[] name, FuseAttributes out) {
          lookups.incrementAndGet();
          return super.lookup(caller, parent, name, out);
        }
      };
  private final FusePathResolver paths = new FusePathResolver(files);
  private final FuseAttributes scratch = new FuseAttributes();

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private long makeDirectory(long parent, String name) {
    assertThat(files.mkdir(ROOT, parent, bytes(name), 0755, 0, scratch)).isZero();
    return scratch.inode();
  }

  private FusePathResolver.ResolvedPath walk(String path) {
    FusePathResolver.ResolvedPath place = new FusePathResolver.ResolvedPath();
    assertThat(paths.walk(ROOT, bytes(path), scratch, place)).isZero();
    return place;
  }

  @Test
  void rootHasNoName() {
    assertThat(walk("/").isRoot()).isTrue();
    assertThat(walk("/f").directory()).isEqualTo(files.root());
    assertThat(walk("/\u00ff").name()).containsExactly(0xff);
    assertThat(lookups).hasValue(0);
  }

  @Test
  void parentDirectoriesAreLookedUpOnce() {
    long b = makeDirectory(makeDirectory(files.root(), "a"), "b");
    assertThat(walk("/a/b/f").directory()).isEqualTo(b);
    assertThat(walk("/a/b/g").directory()).isEqualTo(b);
    assertThat(lookups).hasValue(2);
  }

  @Test
  void cachedDirectoryIsUsedUntilTheNextLookup() {
    long former = makeDirectory(files.root(), "a");
    assertThat(walk("/a/f").directory()).isEqualTo(former);
    assertThat(files.rename(ROOT, files.root(), bytes("a"), files.root(), bytes("b"), 0)).isZero();
    long latter = makeDirectory(files.root(), "a");
    assertThat(walk("/a/f").directory()).isEqualTo(former);
    assertThat(paths.lookup(ROOT, walk("/a"), scratch)).isZero();
    assertThat(walk("/a/f").directory()).isEqualTo(latter);
  }

  @Test
  void renameMovesTheCachedDirectory() {
    long a = makeDirectory(files.root(), "a");
    walk("/a/f");
    paths.renamed(walk("/a"), walk("/b"));
    assertThat(walk("/b/f").directory()).isEqualTo(a);
    assertThat(paths.known(walk("/a"))).isNull();
  }

  @Test
  void walkFailsAtNonDirectories() {
    assertThat(files.symlink(ROOT, bytes("x"), files.root(), bytes("l"), scratch)).isZero();
    FusePathResolver.ResolvedPath place = new FusePathResolver.ResolvedPath();
    assertThat(paths.walk(ROOT, bytes("/l/f"), scratch, place)).isEqualTo(-Errno.ENOTDIR);
    assertThat(paths.walk(ROOT, bytes("/none/f"), scratch, place)).isEqualTo(-Errno.ENOENT);
  }
}
