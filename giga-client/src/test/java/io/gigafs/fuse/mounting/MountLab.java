package io.gigafs.fuse.mounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gigafs.fuse.MountBinding;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.binding.ProcessUser;
import io.gigafs.fuse.jnrfuse.LibFuseMount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Helpers for tests of real mounts. */
public final class MountLab {
  private static final long DEADLINE_SECONDS = 300;

  /** The binding that tests mount by; test classes run one at a time in a JVM. */
  private static volatile MountBinding binding = MountBinding.KERNEL;

  private MountLab() {}

  /** Selects the binding for the tests that follow. */
  static void use(MountBinding used) {
    binding = used;
  }

  /** Mounts by the binding of the test class. */
  public static FuseMount mount(FuseFileSystem fileSystem, Path directory, MountSettings settings)
      throws IOException {
    return binding.mount(fileSystem, directory, settings);
  }

  /** The binding of the test class. */
  public static MountBinding binding() {
    return binding;
  }

  /**
   * Skips a test where mounting is impossible; in continuous integration the test fails instead.
   */
  public static void require() {
    Optional<String> obstacle = obstacle();
    if (System.getenv("CI") == null) {
      assumeThat(obstacle)
          .withFailMessage(() -> "nothing is mounted: " + obstacle.orElseThrow())
          .isEmpty();
    }
    assertThat(obstacle).isEmpty();
  }

  /** The reason why libfuse cannot mount, if it cannot. */
  static Optional<String> libFuseObstacle() {
    return LibFuseMount.obstacle();
  }

  private static Optional<String> obstacle() {
    try {
      if (!Files.isWritable(Path.of("/dev/fuse"))) {
        return Optional.of("/dev/fuse is not there, or not for this user");
      }
      if (!ProcessUser.ofThisProcess().isRoot()) {
        return Optional.of("tests mount as root");
      }
      String capabilities =
          Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1).stream()
              .filter(line -> line.startsWith("CapEff:"))
              .findFirst()
              .orElseThrow()
              .substring("CapEff:".length())
              .strip();
      boolean administers = (Long.parseUnsignedLong(capabilities, 16) & 1L << 21) != 0;
      return administers ? Optional.empty() : Optional.of("CAP_SYS_ADMIN is missing");
    } catch (IOException e) {
      return Optional.of(e.toString());
    }
  }

  /** Settings that disable kernel caching, so that every call reaches the file system. */
  public static MountSettings uncached(int threads, int maxThreads) {
    return remembering(Duration.ZERO, threads, maxThreads);
  }

  /** Settings that let the kernel cache names and attributes for a time. */
  static MountSettings remembering(Duration time, int threads, int maxThreads) {
    return MountSettings.builder("giga://nowhere:1/")
        .allowOther(true)
        .allowSetId(true)
        .allowDevices(true)
        .attrTimeout(time)
        .entryTimeout(time)
        .threads(threads)
        .maxThreads(maxThreads)
        .maxTransferBytes(1 << 17)
        .maxReadAheadBytes(1 << 17)
        .build();
  }

  /** Runs a script, which must succeed, and returns its output. The script sees all mounts. */
  static byte[] run(Path directory, String script) throws Exception {
    Process process =
        new ProcessBuilder("bash", "-euc", script)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    byte[] said = process.getInputStream().readAllBytes();
    assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue())
        .as("%s said %s", script, new String(said, StandardCharsets.UTF_8))
        .isZero();
    return said;
  }

  static String text(Path directory, String script) throws Exception {
    return new String(run(directory, script), StandardCharsets.UTF_8).strip();
  }

  /** Waits until a condition holds. */
  public static void await(BooleanSupplier condition, String what) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      Thread.onSpinWait();
    }
  }
}
