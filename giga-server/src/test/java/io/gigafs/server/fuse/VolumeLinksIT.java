package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.MountOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * Large files shown as symbolic links to their volume. The variable {@code other} is the same
 * directory on a mount that shows no links.
 */
class VolumeLinksIT {
  /** Waits until a file appears as a link, after the kernel's cached attributes expire. */
  private static final String HEAD =
      """
      links() { for i in $(seq 100); do [ -L "$1" ] && return; sleep 0.05; done; echo "$1?"; }
      large() { head -c 1000000 /dev/urandom > "$1"; }
      """;

  @TempDir private static Path directory;
  private static MountedDirectory mounted;
  private static Path withLinks;
  private static Path plain;
  private static Path volume;

  private String head = "";
  private Path here = directory;

  @BeforeAll
  static void start() throws Exception {
    mounted = MountedDirectory.start(directory);
    MountOptions links = MountOptions.builder().volumeLinks(true).build();
    withLinks = mounted.mount("links", links, Duration.ofMillis(200));
    plain = mounted.mount("plain", MountOptions.DEFAULT, Duration.ZERO);
    volume = mounted.volume();
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
  }

  @AfterAll
  static void stop() {
    if (mounted != null) {
      mounted.close();
    }
  }

  @BeforeEach
  void makeDirectory(TestInfo test) throws Exception {
    String name = test.getDisplayName().replace("()", "");
    here = Files.createDirectory(withLinks.resolve(name));
    head = HEAD + "other=" + plain.resolve(name) + "; volume=" + volume + "\n";
  }

  private String said(String script) throws Exception {
    return new Programs(directory, here).onMount(head + script);
  }

  @Test
  void largeFileIsALinkToItsBytes() throws Exception {
    assertThat(
            said(
                """
                large f; links f; echo small > g
                stat -c '%F' f g; stat -L -c '%F %s' f
                [[ $(readlink f) == $volume/* ]]; [ $(stat -c %s f) = $(readlink f | tr -d '\\n' | wc -c) ]
                cmp f $other/f; [ ! -L $other/f ]
                find . -type l; ls -F
                """))
        .isEqualTo("symbolic link\nregular file\nregular file 1000000\n./f\nf@\ng\n");
  }

  @Test
  void writesThroughALinkChangeTheFile() throws Exception {
    assertThat(
            said(
                """
                large f; links f; sleep 0.02
                echo more >> f; stat -c %s $other/f; tail -c 5 $other/f; cmp f $other/f
                [ $(stat -L -c %Y f) = $(stat -c %Y $other/f) ]
                truncate -s 500000 f; stat -c %s $other/f
                seq 200000 > f; stat -c %s $other/f; cmp f $other/f
                : > f; stat -c %s $other/f
                large f; links f; cmp f $other/f
                """))
        .isEqualTo("1000005\nmore\n500000\n1288895\n0\n");
  }

  @Test
  void openFileKeepsItsType() throws Exception {
    assertThat(
            said(
                """
                python3 - <<'END'
                import os, stat, time
                f = os.open("f", os.O_CREAT | os.O_RDWR)
                os.write(f, b"x" * 500_000)
                time.sleep(0.3)
                print(stat.S_ISLNK(os.lstat("f").st_mode), os.fstat(f).st_size)
                os.write(f, b"y" * 500_000)
                os.fchmod(f, 0o640)
                print(os.fstat(f).st_size, os.pread(f, 2, 499_999), oct(os.fstat(f).st_mode))
                os.close(f)
                END
                links f; stat -L -c '%s %a' f
                """))
        .isEqualTo("False 500000\n1000000 b'xy' 0o100640\n1000000 640\n");
  }

  @Test
  void linksAreRenamedLinkedAndRemovedAsFiles() throws Exception {
    assertThat(
            said(
                """
                large f; ln f now; links f; ln f later; links now
                mkdir d; mv f d/f; links d/f; cmp d/f later; chown -h 5:6 later
                stat -c '%h %u %g' $other/now d/f; [ $(stat -c %i now) = $(stat -c %i d/f) ]
                rm later now; exec 3< d/f; rm d/f; rmdir d
                head -c 1000000 <&3 | wc -c; ls -A; ls -A $other
                large g; links g; large h; mv h g; cmp g $other/g; links g; cmp g $other/g; rm g; ls -A
                """))
        .isEqualTo("3 5 6\n3 5 6\n1000000\n");
  }

  @Test
  void programsThatFollowLinksCopyTheBytes() throws Exception {
    assertThat(
            said(
                """
                trap 'rm -rf "$local"' EXIT; local=$(mktemp -d)
                mkdir a; for i in 1 2 3; do large a/$i; echo $i > a/small$i; done
                for i in 1 2 3; do links a/$i; done
                cp -rL a $local/b; rsync -rL --checksum a/ $local/c; tar -chf - a | tar -xf - -C $local
                for copy in $local/b $local/c $local/a; do diff -r $copy $other/a; done
                rm -r a; ls -A $other; find $local/a -type f | wc -l
                """))
        .isEqualTo("6\n");
  }

  @Test
  void linkAccessChecksPermissions() throws Exception {
    assertThat(
            said(
                """
                chmod 755 .; large f; chown 1000:1000 f; chmod 600 f; links f
                as() { setpriv --reuid $1 --regid $1 --clear-groups bash -c "$2" 2> /dev/null || echo no; }
                as 1000 'head -c 10 f | wc -c; echo x >> f'; as 1001 'cat f'; as 1001 'echo x >> f'
                stat -L -c '%s' f
                """))
        .isEqualTo("10\nno\nno\n1000002\n");
  }
}
