package io.gigafs.server;

import io.gigafs.cli.Giga;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Commands that run a class of the tests' class path in a small JVM of its own. They use an archive
 * of loaded classes, which saves a third of the time that a server needs to start.
 *
 * <p>The archive is made by the first test JVM of a build that needs it: it runs a cluster and
 * keeps the classes that this loads. Classes of folders cannot be archived; where there are no
 * jars, as in a development environment, there is no archive.
 */
public final class ChildJvm {
  private static final List<String> SMALL = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
  private static final Path ARCHIVE = Path.of("target", "child-jvm.jsa").toAbsolutePath();
  private static final int STOP_SECONDS = 120;
  private static final Path LOCK = ARCHIVE.resolveSibling("child-jvm.lock");

  private ChildJvm() {}

  /**
   * The words of a command, to which arguments of the main method can be added.
   *
   * @param options more options of the Java launcher
   */
  public static List<String> command(Class<?> main, int heapMegabytes, List<String> options) {
    List<String> words = new ArrayList<>(List.of(java(), "-Xmx" + heapMegabytes + "m"));
    words.addAll(SMALL);
    words.addAll(Shared.OPTIONS);
    words.addAll(options);
    words.addAll(List.of("-cp", Shared.CLASS_PATH, main.getName()));
    return words;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** What the commands of this JVM have in common. */
  private static final class Shared {
    private static final List<String> JARS = entries(true);

    /** An archive is usable only if the jars of which it has classes come first. */
    private static final String CLASS_PATH =
        String.join(
            File.pathSeparator, Stream.concat(JARS.stream(), entries(false).stream()).toList());

    private static final List<String> OPTIONS = options();

    private static List<String> entries(boolean jars) {
      return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
          .filter(entry -> entry.endsWith(".jar") == jars)
          .toList();
    }

    private static List<String> options() {
      Path own = Path.of(Giga.class.getProtectionDomain().getCodeSource().getLocation().getPath());
      if (!JARS.contains(own.toString())) {
        return List.of();
      }
      try (FileChannel lock =
          FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        lock.lock();
        if (!isFresh()) {
          makeArchive();
        }
        return List.of("-XX:SharedArchiveFile=" + ARCHIVE);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static boolean isFresh() throws IOException {
      if (!Files.exists(ARCHIVE)) {
        return false;
      }
      for (String jar : JARS) {
        Path file = Path.of(jar);
        boolean isNewer =
            Files.exists(file)
                && Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(ARCHIVE))
                    >= 0;
        if (isNewer) {
          return false;
        }
      }
      return true;
    }

    private static void makeArchive() throws IOException {
      Path draft = ARCHIVE.resolveSibling("child-jvm.draft");
      Path data = Files.createTempDirectory(ARCHIVE.getParent(), "child-jvm");
      Files.deleteIfExists(draft);
      List<String> words = new ArrayList<>(List.of(java(), "-XX:ArchiveClassesAtExit=" + draft));
      words.addAll(SMALL);
      words.addAll(List.of("-Xlog:disable", "-Xlog:all=error:stderr"));
      words.addAll(List.of("-cp", String.join(File.pathSeparator, JARS), Giga.class.getName()));
      // With an option as the first word, the classes of all commands are loaded.
      words.addAll(List.of("--debug", "dev-cluster", "--servers", "1", "--dir", data.toString()));
      Process cluster =
          new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      try (BufferedReader out =
          new BufferedReader(
              new InputStreamReader(cluster.getInputStream(), StandardCharsets.UTF_8))) {
        String first = out.readLine();
        cluster.toHandle().destroy();
        boolean isMade =
            first != null
                && first.startsWith("ready")
                && cluster.waitFor(STOP_SECONDS, TimeUnit.SECONDS)
                && Files.exists(draft);
        if (!isMade) {
          throw new IOException("no archive of classes was made: " + String.join(" ", words));
        }
      } catch (InterruptedException e) {
        throw new IOException("interrupted while an archive of classes was made", e);
      } finally {
        cluster.destroyForcibly();
      }
      Files.move(draft, ARCHIVE, StandardCopyOption.REPLACE_EXISTING);
      deleteAll(data);
    }

    private static void deleteAll(Path directory) throws IOException {
      try (Stream<Path> files = Files.walk(directory)) {
        files.map(Path::toFile).sorted((one, other) -> other.compareTo(one)).forEach(File::delete);
      }
    }
  }
}
