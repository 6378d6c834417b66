package io.gigafs.server.fuse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What modes show to several users of a mount: the same as on a file system of this machine. */
@Timeout(300)
class PermissionsIT {
  private static final String HEAD =
      """
      export PATH=/usr/sbin:/usr/bin:/sbin:/bin
      """;

  @TempDir private static Path directory;
  private static MountedDirectory mounted;

  @BeforeAll
  static void start() throws Exception {
    mounted = MountedDirectory.start(directory);
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
  void modesThatListsAndWritesChangeShowAtOnce() throws Exception {
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
}
