package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.tablefs.SmallDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs exhaust a byte quota. */
@Timeout(120)
class MountedQuotaIT {
  private static final long LIMIT = 2 << 20;

  /** Prints the error of a program, or ok. */
  private static final String HEAD =
      """
      said() { if out=$("$@" 2>&1); then echo ok; else grep -o 'Disk quota exceeded' <<< "$out"; fi; }
      """;

  @TempDir private static Path directory;
  private static MountedDirectory mounted;

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

  private static Programs below(String name) throws Exception {
    Programs programs = mounted.programs(name);
    mounted.client().setQuota(GigaPath.parse("/" + name), 0, LIMIT);
    return programs;
  }

  @Test
  void largeFilesStayWithinTheQuota() throws Exception {
    assertThat(
            below("large")
                .onMount(
                    HEAD
                        + """
                        said dd if=/dev/zero of=a bs=256k count=40 status=none
                        stat -c %s a
                        head -c 3000000 /dev/zero > /tmp/giga-quota.$$
                        said cp /tmp/giga-quota.$$ b
                        rm /tmp/giga-quota.$$ a b
                        said fallocate -l 3M f
                        rm f
                        head -c 1000000 /dev/zero > k
                        said fallocate --keep-size -l 3M k
                        stat -c %s k
                        rm k
                        said truncate -s 3M t
                        rm t
                        for i in 1 2 3; do said bash -c 'head -c 1000000 /dev/zero >> l'; done
                        rm l
                        said dd if=/dev/zero of=z bs=256k count=8 status=none
                        stat -c %s z
                        """))
        .isEqualTo(
            """
            Disk quota exceeded
            2097152
            Disk quota exceeded
            Disk quota exceeded
            Disk quota exceeded
            1000000
            Disk quota exceeded
            ok
            ok
            Disk quota exceeded
            ok
            2097152
            """);
  }

  @Test
  void smallFilesBeyondTheQuotaFail() throws Exception {
    assertThat(
            below("small")
                .onMount(
                    HEAD
                        + """
                        head -c 2097000 /dev/zero > fill
                        for i in 1 2 3; do said bash -c "printf %100s x > s$i"; done
                        cat s* | wc -c
                        """))
        .isEqualTo("ok\nDisk quota exceeded\nDisk quota exceeded\n100\n");
  }

  @Test
  void writesToAFullVolumeFailWithEnospc() throws Exception {
    Path own = Files.createDirectory(directory.resolve("own"));
    Path volume = own.resolve("servers").resolve("volumes").resolve("v");
    try (SmallDisk disk = SmallDisk.inMemory(volume, 8 * LIMIT);
        MountedDirectory small = MountedDirectory.start(own)) {
      assertThat(small.volume()).isEqualTo(disk.path());
      assertThat(
              small
                  .programs("full")
                  .onMount(
                      """
                      export LC_ALL=C
                      python3 - <<'END'
                      import errno, os
                      f = os.open("a", os.O_WRONLY | os.O_CREAT)
                      try:
                          for i in range(400):
                              os.write(f, bytes(256 << 10))
                      except OSError as e:
                          print(errno.errorcode[e.errno], os.fstat(f).st_size <= 16 << 20)
                      END
                      bash -c 'head -c 1000000 /dev/zero > b || true' 2>&1 | grep -o 'No space left on device'
                      """))
          .isEqualTo("ENOSPC True\nNo space left on device\n");
    }
  }
}
