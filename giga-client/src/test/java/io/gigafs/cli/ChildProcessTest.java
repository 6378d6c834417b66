package io.gigafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how a child process is stopped, with a real child. */
class ChildProcessTest {
  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir private Path directory = Path.of(".");

  /** A child that ends some time after its input does: {@code SlowToEnd MILLIS FILE}. */
  public static final class SlowToEnd {
    private SlowToEnd() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      List<String> arguments = List.of(args);
      System.out.println("ready");
      while (System.in.read() >= 0) {
        // Wait for the end of the input.
      }
      Thread.sleep(Long.parseLong(arguments.get(0)));
      Files.writeString(Path.of(arguments.get(1)), "ended by itself");
    }
  }

  private Path end() {
    return directory.resolve("end");
  }

  private ChildProcess child(long millis) throws InterruptedException {
    ChildProcess child =
        ChildProcess.start(
            "child",
            directory.resolve("log"),
            List.of("-Xmx32m", "-XX:TieredStopAtLevel=1"),
            SlowToEnd.class,
            List.of(Long.toString(millis), end().toString()));
    child.awaitReady(START);
    return child;
  }

  @Test
  void interruptedCloseLetsTheChildEnd() throws Exception {
    ChildProcess child = child(300);
    Thread.currentThread().interrupt();
    child.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(end()).hasContent("ended by itself");
  }

  @Test
  void interruptedStopKillsTheChildSoon() throws Exception {
    ChildProcess child = child(LONG.toMillis());
    Thread.currentThread().interrupt();
    child.stop(LONG, Duration.ofMillis(100));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(child.isAlive()).isFalse();
    assertThat(end()).doesNotExist();
  }

  @Test
  void stopKillsAChildThatDoesNotEnd() throws Exception {
    ChildProcess child = child(LONG.toMillis());
    child.stop(Duration.ofMillis(100), Duration.ofMillis(100));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(child.isAlive()).isFalse();
    assertThat(end()).doesNotExist();
  }
}
