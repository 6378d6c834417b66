package io.gigafs.client.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.path.PathWalk.Goal;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares path walks with Linux: random paths over random trees of real files, directories and
 * symlinks must lead to the same file or the same error. {@link PathWalkTest} covers trailing
 * slashes, which Java removes.
 */
@EnabledOnOs(OS.LINUX)
class LinuxPathTest {
  private static final int PATHS = 300;
  private static final String[] NAMES = {"a", "b", "c", "d", "e"};

  @TempDir Path temporary;

  static IntStream seeds() {
    return IntStream.range(0, 30);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void walkMatchesLinux(int seed) throws IOException {
    Random random = new Random(seed);
    Path top = temporary.toRealPath();
    List<Path> directories = new ArrayList<>(List.of(top));
    for (int i = 0; i < 25; i++) {
      grow(random, directories, top);
    }
    for (int i = 0; i < PATHS; i++) {
      String path = top + "/" + randomParts(random);
      boolean follow = random.nextBoolean();
      assertThat(ours(path, follow))
          .as("seed %s, %s%s", seed, path, follow ? "" : ", not followed")
          .isEqualTo(linux(path, follow));
    }
  }

  private static void grow(Random random, List<Path> directories, Path top) throws IOException {
    Path in = directories.get(random.nextInt(directories.size()));
    Path made = in.resolve(NAMES[random.nextInt(NAMES.length)]);
    if (Files.exists(made, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    switch (random.nextInt(5)) {
      case 0 -> Files.createFile(made);
      case 1, 2 -> directories.add(Files.createDirectory(made));
      default -> {
        String target = randomParts(random);
        boolean absolute = random.nextInt(4) == 0;
        Files.createSymbolicLink(made, Path.of(absolute ? top + "/" + target : target));
      }
    }
  }

  private static String randomParts(Random random) {
    StringBuilder parts = new StringBuilder();
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      parts.append(
          switch (random.nextInt(12)) {
            case 0 -> ".";
            case 1, 2 -> "..";
            case 3 -> random.nextInt(10) == 0 ? "n".repeat(256) : "none";
            default -> NAMES[random.nextInt(NAMES.length)];
          });
      parts.append(i == 1 ? "" : random.nextInt(5) == 0 ? "//" : "/");
    }
    return parts.toString();
  }

  /** The file key that a walk leads to, or its error. */
  private static String ours(String path, boolean follow) throws IOException {
    PathText text = PathText.of(path.getBytes(StandardCharsets.UTF_8));
    // Directories are identified by their real paths; the one above the root is the empty string.
    PathWalk<String> walk = new PathWalk<>(text, Goal.FILE, "", directory -> true);
    while (walk.state() != PathWalk.State.FAILED) {
      Path at = at(walk.directory(), walk.name());
      boolean ends = walk.state() == PathWalk.State.ENDED;
      if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
        if (ends) {
          return ErrorCode.ENOENT.toString();
        }
        walk.missing();
      } else if (Files.isSymbolicLink(at) && (follow || !ends)) {
        walk.link(Files.readSymbolicLink(at).toString().getBytes(StandardCharsets.UTF_8));
      } else if (ends) {
        return key(at, LinkOption.NOFOLLOW_LINKS);
      } else if (Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
        walk.found(at.toString());
      } else {
        walk.other();
      }
    }
    return walk.error().toString();
  }

  private static Path at(String directory, Name name) {
    return directory.isEmpty() ? Path.of("/") : Path.of(directory).resolve(name.toString());
  }

  private static String linux(String path, boolean follow) throws IOException {
    LinkOption[] options =
        follow ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
    try {
      return key(Path.of(path), options);
    } catch (NoSuchFileException e) {
      return ErrorCode.ENOENT.toString();
    } catch (FileSystemLoopException e) {
      return ErrorCode.ELOOP.toString();
    } catch (NotDirectoryException e) {
      return ErrorCode.ENOTDIR.toString();
    } catch (FileSystemException e) {
      String reason = String.valueOf(e.getReason());
      for (ErrorCode code : ErrorCode.values()) {
        if (reason.startsWith(code.message())) {
          return code.toString();
        }
      }
      throw e;
    }
  }

  private static String key(Path path, LinkOption... options) throws IOException {
    return Objects.toString(
        Files.readAttributes(path, BasicFileAttributes.class, options).fileKey());
  }
}
