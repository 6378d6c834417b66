package io.gigafs.bench.cache;

import io.gigafs.cli.mount.ChildMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Reads a file of a mount, which a separate process serves. Not thread-safe. */
final class MountReader implements CacheSite.Reader {
  private static final Duration START = Duration.ofSeconds(60);

  private final ChildMount mount;
  private final Path point;
  private final Path file;

  private MountReader(ChildMount mount, Path point, Path file) {
    this.mount = mount;
    this.point = point;
    this.file = file;
  }

  /**
   * Mounts.
   *
   * @param point an empty directory
   * @param name of the file
   * @param options of {@code giga mount}
   * @param source what is mounted
   * @param heapMegabytes of the process
   */
  static MountReader start(
      Path point, String name, List<String> options, String source, long heapMegabytes)
      throws IOException, InterruptedException {
    ChildMount mount =
        ChildMount.start(
            point.resolveSibling(point.getFileName() + ".log"),
            List.of("-Xmx" + heapMegabytes + "m"),
            options,
            source,
            point);
    try {
      mount.awaitReady(START);
      return new MountReader(mount, point, point.resolve(name));
    } catch (InterruptedException | RuntimeException e) {
      mount.close();
      throw e;
    }
  }

  Path file() {
    return file;
  }

  @Override
  public double read(Passes passes) throws IOException {
    return passes.readLocal(file);
  }

  @Override
  public void dropPages() throws IOException, InterruptedException {
    Process dd =
        new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (dd.waitFor() != 0) {
      throw new IOException("dd iflag=nocache of " + file + " failed");
    }
  }

  @Override
  public CacheCounts counts() throws IOException {
    Path statistics = point.resolve(".giga").resolve("stats");
    return CacheCounts.of(Files.exists(statistics) ? Files.readAllLines(statistics) : List.of());
  }

  @Override
  public void close() throws IOException {
    mount.close();
  }
}
