package io.gigafs.server.command;

import io.gigafs.cli.Giga;
import io.gigafs.server.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A {@code giga} command in its own process, with its output. Not thread-safe. */
final class GigaProcess implements AutoCloseable {
  private static final long SECONDS = 300;
  private static final int HEAP_MEGABYTES = 512;

  private final Process process;
  private final LinkedBlockingQueue<String> out = new LinkedBlockingQueue<>();
  private final StringBuilder allOut = new StringBuilder();
  private final StringBuilder err = new StringBuilder();

  /** Guards both texts; notified of each line on standard error. */
  private final Object said = new Object();

  private final List<Thread> readers = new ArrayList<>();

  private GigaProcess(Process process) {
    this.process = process;
    read(
        process.getInputStream(),
        line -> {
          synchronized (said) {
            allOut.append(line).append('\n');
          }
          out.add(line);
        });
    read(
        process.getErrorStream(),
        line -> {
          synchronized (said) {
            err.append(line).append('\n');
            said.notifyAll();
          }
        });
  }

  static GigaProcess start(String... arguments) {
    return start(List.of(), List.of(), arguments);
  }

  /** A command that may open at most {@code most} files. */
  static GigaProcess startWithDescriptors(int most, String... arguments) {
    return start(
        List.of("sh", "-c", "ulimit -n " + most + "; exec \"$@\"", "sh"), List.of(), arguments);
  }

  private static GigaProcess start(
      List<String> before, List<String> javaOptions, String... arguments) {
    List<String> words = new ArrayList<>(before);
    words.addAll(ChildJvm.command(Giga.class, HEAP_MEGABYTES, javaOptions));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().remove("GIGA_CLUSTER");
    builder.environment().remove("GIGA_DEBUG");
    try {
      return new GigaProcess(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a command to its end. */
  static GigaProcess run(String... arguments) {
    return ended(start(arguments));
  }

  /** Runs a command to its end; its temporary files go into {@code directory}. */
  static GigaProcess runIn(Path directory, String... arguments) {
    return ended(start(List.of(), List.of("-Djava.io.tmpdir=" + directory), arguments));
  }

  private static GigaProcess ended(GigaProcess process) {
    process.exitCode();
    return process;
  }

  private interface Sink {
    void accept(String line);
  }

  private void read(InputStream stream, Sink sink) {
    Thread reader =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                  sink.accept(line);
                }
              } catch (IOException e) {
                sink.accept("(cannot be read any more: " + e + ")");
              }
            });
    reader.setDaemon(true);
    reader.start();
    readers.add(reader);
  }

  /** The next line of standard output. */
  String nextLine() {
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
      while (System.nanoTime() < deadline) {
        @Nullable String line = out.poll(100, TimeUnit.MILLISECONDS);
        if (line != null) {
          return line;
        }
        if (!process.isAlive() && out.isEmpty()) {
          break;
        }
      }
      throw new AssertionError("no line came; standard error: " + err());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits for a text on standard error. */
  void awaitErr(String text) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    synchronized (said) {
      while (err.indexOf(text) < 0) {
        long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (millis <= 0) {
          throw new AssertionError("'" + text + "' is not in " + err);
        }
        try {
          said.wait(millis);
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  /** Waits for the process to end. */
  int exitCode() {
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("did not end; standard error: " + err());
      }
      for (Thread reader : readers) {
        reader.join(TimeUnit.SECONDS.toMillis(SECONDS));
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** All of standard output so far. */
  String out() {
    synchronized (said) {
      return allOut.toString();
    }
  }

  /** All of standard error so far. */
  String err() {
    synchronized (said) {
      return err.toString();
    }
  }

  /** Sends SIGTERM; Process.destroy would also close the streams while they are read. */
  void terminate() {
    process.toHandle().destroy();
  }

  /** Sends SIGKILL. */
  void kill() {
    process.destroyForcibly();
  }

  long pid() {
    return process.pid();
  }

  List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
