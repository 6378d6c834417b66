package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.Giga;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.Endpoint;
import io.gigafs.fuse.mounting.MountLab;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.TestCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** giga mount and umount by an unprivileged user, through fusermount3. */
class UserMountIT {
  /**
   * Scripts run in their own mount namespace, where all users may open /dev/fuse as on most
   * systems, and fuse.conf is empty. Java may read the class path, wherever that is.
   */
  private static final String HEAD =
      """
      as() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
      giga() {
        local command=$1; shift
        [ $command != mount ] || set -- -o binding=$binding "$@"
        as --inh-caps +dac_read_search --ambient-caps +dac_read_search java @../java $command "$@"
      }
      plain() { as bash -c "$1"; }
      export XDG_STATE_HOME=$PWD/state
      mkdir m state; chown nobody m state
      mknod -m 666 device c 10 229; mount --bind device /dev/fuse
      touch nothing; [ ! -e /etc/fuse.conf ] || mount --bind nothing /etc/fuse.conf
      trap 'umount -l m 2> /dev/null || true' EXIT
      """;

  @TempDir private static Path directory;
  private static TestCluster cluster;
  private static String uri = "";

  @BeforeAll
  static void start() throws Exception {
    MountLab.require();
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
    cluster = TestCluster.start(directory.resolve("servers"), 1, 8, 500);
    cluster.client().setAttributes(GigaPath.ROOT, AttributeChange.ofMode(01777), Follow.YES);
    uri =
        cluster.endpoints().stream()
            .map(Endpoint::toString)
            .collect(Collectors.joining(",", "giga://", "/"));
    Files.writeString(
        directory.resolve("java"),
        "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp\n\"%s\"\n%s"
            .formatted(System.getProperty("java.class.path"), Giga.class.getName()));
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  /** Output of a script in a directory of its own. */
  private static String said(String name, String script) throws Exception {
    Path place = Files.createDirectory(directory.resolve(name));
    Files.writeString(
        place.resolve("script"),
        "binding=" + MountLab.binding() + "\n" + HEAD + "uri=" + uri + "\n" + script);
    return new Programs(place, place)
        .onLocal("unshare --mount --propagation private bash -euo pipefail script");
  }

  @Test
  void userMountsUsesAndUnmounts() throws Exception {
    assertThat(
            said(
                "uses",
                """
                giga mount -o noexec,noatime $uri m | sed "s,$PWD,.,; s,$uri,URI,"
                grep -o " fuse.giga rw,nosuid,nodev,noexec,noatime,user_id=65534,group_id=65534" /proc/mounts
                plain 'cd m; echo hi > f; stat -c "%u %g %s" f; mkdir d; mv f d/g; cat d/g; rm -r d; ls -A'
                ls m 2>&1 || echo "not for root"
                giga mount $uri m 2>&1 | sed "s,$PWD,.," || true
                giga umount m
                mountpoint -q m || echo gone
                """))
        .isEqualTo(
            """
            mounted URI on ./m
             fuse.giga rw,nosuid,nodev,noexec,noatime,user_id=65534,group_id=65534
            65534 65534 3
            hi
            ls: cannot access 'm': Permission denied
            not for root
            giga mount: ./m is mounted already (fuse.giga)
            unmounted m
            gone
            """);
  }

  /** The binding's form of messages that come from fusermount3. */
  String asSaid(String text) {
    return text;
  }

  @Test
  void refusedUserMountsAreReported() throws Exception {
    assertThat(
            said(
                "refused",
                """
                tries() { giga mount "$@" 2>&1 | sed "s,$PWD,.,g"; }
                tries -o allow_other $uri m || true
                chown root m; tries $uri m || true
                chown nobody m; plain 'touch m/f'; tries $uri m || echo refused
                """))
        .isEqualTo(
            asSaid(
                """
                giga mount: fusermount3: option allow_other only allowed if 'user_allow_other' is set \
                in /etc/fuse.conf; fusermount3 did not mount on ./m, and said why
                giga mount: fusermount3: user has no write access to mountpoint ./m; fusermount3 did \
                not mount on ./m, and said why
                giga mount: ./m is not empty; the option nonempty mounts over what is there
                refused
                """));
  }

  @Test
  void nextMountClearsTheMountOfACrashedProcess() throws Exception {
    assertThat(
            said(
                "crash",
                """
                giga mount $uri m > /dev/null
                kill -KILL $(pgrep -u 65534 -f "background.* $PWD/m")
                until ! plain 'ls m' 2> /dev/null; do sleep 0.05; done
                plain 'ls m 2>&1 | grep -o "Transport endpoint is not connected"'
                giga mount $uri m > /dev/null; plain 'ls -A m; echo 1 > m/crash; rm m/crash'
                kill $(pgrep -u 65534 -f "background.* $PWD/m")
                while mountpoint -q m; do sleep 0.05; done; echo ended
                """))
        .isEqualTo("Transport endpoint is not connected\nended\n");
  }
}
