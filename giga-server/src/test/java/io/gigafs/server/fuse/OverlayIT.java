package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.MountOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** overlayfs with layers on a mounted cluster, compared with the same on a local directory. */
@Timeout(600)
class OverlayIT {
  /** Fills a lower layer, mounts the overlay, and changes files in it. */
  private static final String LOWER =
      """
      mkdir -p lower/d/sub lower/gone/deep upper work merged
      echo one > lower/d/f; echo two > lower/g; echo three > lower/d/sub/h; echo x > lower/gone/deep/x
      for i in $(seq 20); do seq $i > lower/d/n$i; done
      """;

  private static final String WORK =
      """
      cd merged
      echo new > n; echo more >> g; rm d/f; mv d/sub/h d/sub/h2; mkdir k; mv k k2; mv n n2; mv d/n1 d/o1
      rm -r gone; mkdir gone; ln g g3; ln -s n2 l; chmod 600 g3; mv d/sub d/sub2; rm d/n2 d/n3; mv d/n4 d/n5
      setfattr -n user.a -v b d/n6; python3 - <<'P'
      import os
      fd = os.open('d', os.O_TMPFILE | os.O_RDWR, 0o640)
      os.write(fd, b'without a name')
      os.link('/proc/self/fd/%d' % fd, 'd/named', src_dir_fd=os.open('.', os.O_RDONLY))
      os.close(fd)
      P
      find . ! -type d -printf '%P %y %m %n %s %l\\n' -o -printf '%P %y %m\\n' | LC_ALL=C sort
      find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
      cd ..
      """;

  private static final String MOUNT =
      """
      mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work merged
      trap "umount $PWD/merged" EXIT
      """;

  /** The upper layer as it is on its own: whiteouts are character devices. */
  private static final String LAYER =
      """
      find upper ! -type d -printf '%P %y %m %s %l\\n' -o -printf '%P %y %m\\n' | LC_ALL=C sort
      find upper -type c -print0 | LC_ALL=C sort -z | xargs -0 stat -c '%n %t %T'
      getfattr -h -m trusted.overlay.opaque -R upper -e text | LC_ALL=C sort
      """;

  @TempDir private static Path directory;
  private static MountedDirectory mounted;

  private Programs programs = new Programs(directory, directory);
  private String name = "";

  @BeforeAll
  static void start() throws Exception {
    mounted = MountedDirectory.start(directory);
  }

  @AfterAll
  static void stop() {
    if (mounted != null) {
      mounted.close();
    }
  }

  @BeforeEach
  void makeDirectories(TestInfo test) throws Exception {
    name = test.getDisplayName().replace("()", "");
    programs = mounted.programs(name);
  }

  @Test
  void mountServesAsUpperAndLowerLayer() throws Exception {
    programs.sameOutput(LOWER + MOUNT + WORK + LAYER);
    // A second mount of the same layers shows the same.
    programs.sameOutput(
        MOUNT + "ls -R merged; echo again > merged/d/again; rm merged/d/o1; ls merged merged/d");
    Path elsewhere = mounted.mount("elsewhere", MountOptions.DEFAULT).resolve(name);
    Programs there = new Programs(programs.local(), elsewhere);
    there.sameOutput(LAYER);
    there.sameOutput(MOUNT + "ls -R merged; cat merged/d/named merged/d/sub2/h2");
  }

  @Test
  void mountServesAsLowerLayerOnly() throws Exception {
    Path upper = Files.createDirectories(directory.resolve("upper"));
    programs.sameOutput(
        LOWER
            + "rmdir upper work; top=$(mktemp -d "
            + upper
            + "/XXXX); mkdir $top/upper $top/work\n"
            + MOUNT.replace("upperdir=", "upperdir=$top/").replace("workdir=", "workdir=$top/")
            + WORK
            + "cd $top\n"
            + LAYER);
  }

  @Test
  void otherMountsSeeWhiteouts() throws Exception {
    Path elsewhere = mounted.mount("watching", MountOptions.DEFAULT).resolve(name);
    String script =
        """
        python3 - <<'P'
        import ctypes
        libc = ctypes.CDLL(None, use_errno=True)
        def rename(a, b, flags):
            r = libc.renameat2(-100, a, -100, b, flags)
            print(a, b, flags, ctypes.get_errno() if r else 0)
        open('f', 'w').write('one'); open('g', 'w').write('two')
        rename(b'f', b'h', 4); rename(b'g', b'h', 5); rename(b'g', b'h', 6); rename(b'g', b'k', 5)
        rename(b'h', b'k', 4)
        P
        stat -c '%n %F %t %T %a %s' *; cat k
        """;
    programs.sameOutput(script);
    assertThat(new Programs(programs.local(), elsewhere).onMount("stat -c '%n %F %t' *; cat k"))
        .isEqualTo(programs.onMount("stat -c '%n %F %t' *; cat k"));
  }
}
