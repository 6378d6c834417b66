package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.fuse.MountOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Permissions of several users on a mount, by cached and by fetched attributes, compared with a
 * local file system.
 */
@Timeout(300)
class PermissionsIT {
  /**
   * Prints whether users may run a script: {@code may USER SCRIPT}; {@code member GROUP SCRIPT} for
   * user 1000.
   */
  private static final String HEAD =
      """
      export PATH=/usr/sbin:/usr/bin:/sbin:/bin
      report() { if "${@:2}" > /dev/null 2>&1; then echo "$1: yes"; else echo "$1: no"; fi; }
      may() { report "$1 $2" setpriv --reuid $1 --regid $1 --clear-groups bash -c "$2"; }
      member() { report "1000 in $1 $2" setpriv --reuid 1000 --regid 1000 --groups $1 bash -c "$2"; }
      """;

  @TempDir private static Path directory;
  private static MountedDirectory mounted;

  @BeforeAll
  static void start() throws Exception {
    mounted = MountedDirectory.start(directory, MountOptions.builder().kernelChecks(true).build());
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
  }

  @AfterAll
  static void stop() {
    if (mounted != null) {
      mounted.close();
    }
  }

  private static void same(String name, String script) throws Exception {
    mounted.programs(name).sameOutput(HEAD + script);
  }

  @Test
  void openingSpecialFilesChecksPermissions() throws Exception {
    same(
        "special",
        """
        mkfifo -m 600 fifo
        mknod -m 600 null c 1 3
        python3 -c 'import socket; socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).bind("socket")'
        chmod 600 socket
        connect='import socket; socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).connect("socket")'
        all() {
          for user in 0 65534; do
            may $user 'exec 3<> fifo'
            may $user ': > null'
            # Nobody listens any more, which is found after permissions are checked.
            setpriv --reuid $user --clear-groups python3 -c "$connect" 2>&1 | tail -1 || true
          done
        }
        all; chmod 666 *; all; setfacl -m u:65534:- fifo null socket; all
        """);
  }

  @Test
  void searchPermissionAppliesToNamesCachedByTheKernel() throws Exception {
    same(
        "search",
        """
        mkdir -m 700 private; mkdir private/sub; echo 1 > private/sub/f; chmod 777 private/sub
        stat private/sub/f > /dev/null
        may 65534 'stat private/sub'; may 65534 'stat private/sub/f'; may 65534 'cd private/sub'
        chmod 711 private
        may 65534 'stat private/sub/f'; may 65534 'ls private'; may 65534 '> private/sub/made'
        chmod 700 private
        may 65534 'stat private/sub/f'; may 65534 'cat private/sub/made'
        setfacl -m u:65534:x private
        may 65534 'cat private/sub/f'; may 1000 'cat private/sub/f'
        chown 1000 private
        may 1000 'cat private/sub/f'
        """);
  }

  /** Uses the settings of most distributions, and restores the machine's own. */
  @Test
  void stickyDirectoryProtectionsApply() throws Exception {
    same(
        "sticky",
        """
        protections=$(cd /proc/sys/fs; grep . protected_{symlinks,hardlinks,fifos,regular})
        trap 'for each in $protections; do echo ${each#*:} > /proc/sys/fs/${each%:*}; done' EXIT
        for each in $protections; do echo 1 > /proc/sys/fs/${each%:*}; done
        chmod 711 .; mkdir -m 1777 t; echo 1 > own
        setpriv --reuid 1000 --regid 1000 --clear-groups bash -c '
          ln -s ../own t/link; echo 1 > t/file; chmod 666 t/file; mkfifo -m 666 t/fifo; echo 1 > t/mine'
        may 65534 'cat t/link'; may 65534 'ln t/mine t/name'; may 65534 'ln t/file t/name'
        for name in file fifo; do
          for user in 0 65534; do
            may $user "python3 -c 'import os; os.open(\\"t/$name\\", os.O_RDWR | os.O_CREAT)'"
          done
        done
        may 65534 'rm -f t/mine'; may 1000 'rm -f t/mine'
        """);
  }

  @Test
  void aclChangesApplyAtOnceToCachedAttributes() throws Exception {
    same(
        "lists",
        """
        echo 1 > f; chmod 640 f; mkdir -m 750 d; echo 1 > d/f; chgrp 7 f d
        all() {
          stat -c '%n %A' f d
          for times in 1 2; do
            for what in 'cat f' 'echo >> f' 'cat d/f' 'ls d' 'touch d/g'; do
              may 65534 "$what"; member 7 "$what"; member 8,9 "$what"
            done
          done
        }
        all
        setfacl -m u:65534:rw f; setfacl -m u:65534:rwx d; all
        setfacl -m g:9:rw f; setfacl -m g:9:rx d; all
        setfacl -m u:65534:- f d; all
        setfacl -m m::r f; setfacl -m m::x d; all
        chmod 664 f; chmod 775 d; all
        setfacl -b f d; all
        setfacl -d -m u:65534:rwx,m::rwx d; mkdir -m 700 d/sub; echo 1 > d/made; stat -c '%n %A' d/*
        may 65534 'cat d/made'; may 65534 'touch d/sub/x'; member 8 'cat d/made'
        """);
  }

  @Test
  void aclAndWriteModeChangesAreVisibleAtOnce() throws Exception {
    same(
        "shown",
        """
        chmod 777 .
        touch f; chmod 2755 f; setfacl -m u::rwx,g::rwx,o::rwx f; stat -c %A f
        cat > mode <<'P'
        import os, sys
        print(oct(os.stat("s").st_mode))
        file = os.open("s", os.O_RDWR)
        {"write": lambda: os.write(file, b"zz"), "truncate": lambda: os.ftruncate(file, 1),
         "fallocate": lambda: os.posix_fallocate(file, 0, 100),
         "empty": lambda: os.open("s", os.O_WRONLY | os.O_TRUNC)}[sys.argv[1]]()
        print(oct(os.stat("s").st_mode), oct(os.fstat(file).st_mode))
        P
        for way in write truncate fallocate empty; do
          echo text > s; chown 1000:1000 s
          for mode in 6777 2767 4666; do
            chmod $mode s; echo $way
            setpriv --reuid 65534 --regid 65534 --clear-groups python3 mode $way
          done
        done
        """);
  }

  @Test
  void permissionChangesOfAnotherMountTakeEffect() throws Exception {
    Path one = mounted.mountElsewhere("one", DataPath.CLIENT, Duration.ofSeconds(1));
    Path other = mounted.mountElsewhere("other", DataPath.CLIENT, Duration.ofSeconds(1));
    Files.createDirectory(one.resolve("changed"));
    Programs programs = new Programs(other.resolve("changed"), one.resolve("changed"));
    String said =
        programs.onMount(
            HEAD
                + """
                nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@" > /dev/null 2>&1; }
                other=$OTHER
                mkdir -m 700 d; echo 1 > d/f; chmod 600 d/f; may 65534 'cat d/f'
                chmod 711 $other/d; until nobody stat d/f; do true; done; may 65534 'cat d/f'
                setfacl -m u:65534:r $other/d/f; until nobody cat d/f; do true; done
                setfacl -m u:65534:- $other/d/f; until ! nobody cat d/f; do true; done
                chmod 700 $other/d; until ! nobody stat d/f; do true; done
                setfacl -m u:65534:x $other/d; until nobody stat d/f; do true; done
                setfacl -b $other/d; until ! nobody stat d/f; do true; done
                """
                    .replace("$OTHER", other.resolve("changed").toString()));
    assertThat(said).isEqualTo("65534 cat d/f: no\n65534 cat d/f: no\n");
  }

  @Test
  void ownerAndUmaskOptionsDoNotAffectPermissions() throws Exception {
    MountOptions options = MountOptions.builder().uid(7).gid(7).umask(0077).build();
    Path shown = mounted.mount("masked", options);
    Programs real = mounted.programs("only-shown");
    real.onMount("mkdir -m 711 d; echo 1 > d/f; chown 1000 d/f; chmod 600 d/f");
    String said =
        new Programs(directory, shown.resolve("only-shown"))
            .onMount(
                HEAD
                    + """
                    stat -c '%n %A %u %g' d/f
                    for user in 7 1000; do may $user 'cat d/f'; may $user 'chmod 640 d/f'; done
                    """);
    assertThat(said)
        .isEqualTo(
            """
            d/f -rwx------ 7 7
            7 cat d/f: no
            7 chmod 640 d/f: no
            1000 cat d/f: yes
            1000 chmod 640 d/f: yes
            """);
  }
}
