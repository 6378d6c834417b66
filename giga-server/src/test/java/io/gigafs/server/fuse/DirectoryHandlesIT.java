package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.fuse.MountOptions;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs use open directories and working directories while another mount of the cluster moves,
 * replaces or removes them. The other kernel caches nothing, so that it shows the current state.
 */
@Timeout(300)
class DirectoryHandlesIT {
  @TempDir private static Path directory;
  private static MountedDirectory mounted;
  private static Path one = Path.of("");
  private static Path unchecked = Path.of("");
  private static Path other = Path.of("");

  @BeforeAll
  static void start() throws Exception {
    mounted = MountedDirectory.start(directory);
    one = mounted.mountElsewhere("one", DataPath.CLIENT, Duration.ofSeconds(1));
    unchecked =
        mounted.mountElsewhere(
            "unchecked", MountOptions.DEFAULT, DataPath.CLIENT, Duration.ofSeconds(1));
    other = mounted.mountElsewhere("other", DataPath.CLIENT, Duration.ZERO);
    try (InputStream in = DirectoryHandlesIT.class.getResourceAsStream("handles.py")) {
      Files.copy(Objects.requireNonNull(in), directory.resolve("handles.py"));
    }
  }

  @AfterAll
  static void stop() {
    if (mounted != null) {
      mounted.close();
    }
  }

  private static Programs programs(String name) throws Exception {
    return programs(one, name);
  }

  private static Programs programs(Path mount, String name) throws Exception {
    return new Programs(
        Files.createDirectories(directory.resolve("local").resolve(name)),
        Files.createDirectory(mount.resolve(name)));
  }

  private static void callsReachTheDirectoryThatWasOpened(Path mount, String name, String checked)
      throws Exception {
    Programs programs = programs(mount, name);
    String script = "python3 " + directory.resolve("handles.py") + " . ";
    String local = programs.onLocal(script + ".");
    assertThat(local).contains("swapped-opened", "/up/app.old/created 100644 0:0 1 'made'");
    assertThat(programs.onMount(script + other.resolve(name) + checked)).isEqualTo(local);
  }

  @Test
  void callsByHandleReachTheOpenedDirectory() throws Exception {
    callsReachTheDirectoryThatWasOpened(one, "handles", " CHECKED");
  }

  @Test
  void callsByHandleReachItWhenOnlyServersCheckPermissions() throws Exception {
    callsReachTheDirectoryThatWasOpened(unchecked, "unchecked", "");
  }

  private static String said(String name, String script) throws Exception {
    Programs programs = programs(name);
    Path file = Files.writeString(directory.resolve(name + ".py"), script);
    return programs.onMount("python3 " + file + " " + other.resolve(name));
  }

  @Test
  void movedDirectoryIsNotConfusedWithTheOneAtItsOldName() throws Exception {
    assertThat(
            said(
                "removed",
                """
                import os, sys
                other = sys.argv[1]
                for how in "rmdir", "replaced":
                    os.mkdir(how)
                    os.makedirs(how + "/x/in")
                    os.mkdir(how + "/empty")
                    moved = os.open(how + "/x", os.O_RDONLY)
                    os.rename(f"{other}/{how}/x", f"{other}/{how}/y")
                    os.mkdir(f"{other}/{how}/x")
                    if how == "rmdir":
                        os.rmdir(how + "/x")
                    else:
                        os.rename(how + "/empty", how + "/x")
                    os.mkdir("by", dir_fd=moved)
                    os.mkdir(how + "/y/path")
                    print(sorted(os.listdir(f"{other}/{how}")), sorted(os.listdir(moved)))
                """))
        .isEqualTo("['empty', 'y'] ['by', 'in', 'path']\n['x', 'y'] ['by', 'in', 'path']\n");
  }

  @Test
  void firstListingOfADescriptorShowsChangesSinceOpen() throws Exception {
    assertThat(
            said(
                "listed",
                """
                import os
                def fill(name, size):
                    with open(name, "wb") as f:
                        f.write(b"." * size)
                fill("grown", 10)
                fill("gone", 10)
                here = os.open(".", os.O_RDONLY)
                fill("grown", 1000)
                fill("made", 10)
                os.unlink("gone")
                print(sorted((e.name, e.stat().st_size) for e in os.scandir(here)))
                """))
        .isEqualTo("[('grown', 1000), ('made', 10)]\n");
  }

  @Test
  void descriptorsReachAFileThatAnotherMountRenamed() throws Exception {
    assertThat(
            said(
                "renamed",
                """
                import os, sys
                other = sys.argv[1]
                os.mkdir("in")
                for name, to in ("f", "f2"), ("g", "in/g"), ("h", "h2"):
                    with open(name, "w") as f:
                        f.write("text")
                    os.setxattr(name, "user.gone", b"1")
                    files = [os.open(name, flags) for flags in (os.O_RDONLY, os.O_RDWR)]
                    os.rename(f"{other}/{name}", f"{other}/{to}")
                    if to == "h2":
                        with open(f"{other}/{name}", "w") as f:
                            f.write("another file")
                    for i, f in enumerate(files):
                        os.setxattr(f, f"user.k{i}", b"v%d" % i)
                        os.fchmod(f, 0o600 + i)
                        os.utime(f, ns=(1, i))
                    os.removexattr(files[0], "user.gone")
                    names = [n for n in sorted(os.listxattr(files[1])) if n.startswith("user.")]
                    print(names, os.getxattr(files[0], "user.k1"), oct(os.fstat(files[0]).st_mode),
                          os.getxattr(f"{other}/{to}", "user.k0"), os.fstat(files[1]).st_size)
                """))
        .isEqualTo("['user.k0', 'user.k1'] b'v1' 0o100601 b'v0' 4\n".repeat(3));
  }

  @Test
  void recursiveRemovalFollowsTheOpenedTree() throws Exception {
    Programs programs = programs("rm");
    String said =
        programs.onMount(
            """
            for tree in app app.new; do
              for d in $(seq 10); do mkdir -p $tree/d$d; touch $tree/d$d/f{1..120}; done
            done
            rm -rf app 2> /dev/null & removal=$!
            cd $OTHER
            while [ $(ls app | wc -l) = 10 ]; do true; done
            mv app app.old; mv app.new app
            wait $removal || true
            echo $(find app -type f | wc -l) of the other, $(find app.old -mindepth 1 | wc -l) left
            """
                .replace("$OTHER", other.resolve("rm").toString()));
    assertThat(said).isEqualTo("1200 of the other, 0 left\n");
  }
}
