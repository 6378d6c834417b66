package io.gigafs.cli;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.GigaException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;

/**
 * The environment of a command: streams, variables, identity, clocks and a way to connect. A
 * command accesses the outside only through this.
 *
 * @param in standard input, for the few commands that read it
 * @param err for errors and progress; a line is one write
 * @param errTerminal whether {@code err} is a terminal, so that progress is shown
 * @param zone of times that are given without one
 */
public record Shell(
    InputStream in,
    Output out,
    PrintStream err,
    boolean errTerminal,
    Map<String, String> environment,
    ProcessIdentity identity,
    Accounts accounts,
    InstantSource clock,
    ZoneId zone,
    Connector connector) {
  private static final int DEFAULT_COLUMNS = 80;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** The environment of this process. */
  public static Shell ofThisProcess(Connector connector) {
    Map<String, String> environment = System.getenv();
    return new Shell(
        System.in,
        new Output(new FileOutputStream(FileDescriptor.out), isTerminal(1), columns(environment)),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        isTerminal(2),
        environment,
        ProcessIdentity.ofThisProcess(),
        Accounts.ofThisMachine(),
        InstantSource.system(),
        ZoneId.systemDefault(),
        connector);
  }

  /** The time, ns since the epoch. */
  public long nowNanos() {
    Instant now = clock.instant();
    return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
  }

  /** Whether errors are printed with stack traces. */
  boolean wantsTraces() {
    return !environment.getOrDefault("GIGA_DEBUG", "").isEmpty();
  }

  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static int columns(Map<String, String> environment) {
    try {
      int columns = Integer.parseInt(environment.getOrDefault("COLUMNS", ""));
      return columns > 0 ? columns : DEFAULT_COLUMNS;
    } catch (NumberFormatException e) {
      return DEFAULT_COLUMNS;
    }
  }

  /** Connects to a cluster; a parameter, so that tests can replace it. */
  public interface Connector {
    GigaClient connect(ClientSettings settings) throws GigaException;
  }
}
