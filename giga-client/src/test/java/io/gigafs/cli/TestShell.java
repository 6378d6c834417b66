package io.gigafs.cli;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.protocol.Caller;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands as root, at a fixed time in UTC, against an {@link InMemoryClient} or a cluster to
 * which the test connects.
 */
public final class TestShell {
  /** 2023-11-14 22:13:20 UTC. */
  public static final long NOW = 1_700_000_000_000_000_000L;

  private static final Accounts ACCOUNTS = accounts();

  private final InMemoryClient client;
  private final Map<String, String> environment = new HashMap<>();
  private ProcessIdentity identity = new ProcessIdentity(Caller.ROOT, 022);
  private InputStream in = InputStream.nullInputStream();
  private Shell.@Nullable Connector connector;
  private boolean terminal;
  private @Nullable ClientSettings lastSettings;
  private @Nullable OutputStream stream;

  /** What a command printed and how it ended. */
  public record Result(int exitCode, String out, String err) {}

  public TestShell() {
    this(new InMemoryClient());
  }

  public TestShell(InMemoryClient client) {
    this.client = client;
    environment.put("GIGA_CLUSTER", "giga://10.0.0.1:7000/");
  }

  public InMemoryClient client() {
    return client;
  }

  public Map<String, String> environment() {
    return environment;
  }

  /** What the last client was opened with. */
  public ClientSettings lastSettings() {
    if (lastSettings == null) {
      throw new AssertionError("no command connected");
    }
    return lastSettings;
  }

  public TestShell onTerminal() {
    terminal = true;
    return this;
  }

  public TestShell as(ProcessIdentity other) {
    identity = other;
    return this;
  }

  /** Connects later commands by this connector instead of to the client in memory. */
  public TestShell connectingBy(Shell.Connector other) {
    connector = other;
    return this;
  }

  public TestShell reading(InputStream other) {
    in = other;
    return this;
  }

  public TestShell printingTo(OutputStream other) {
    stream = other;
    return this;
  }

  /** Runs a command line; words are separated by single blanks. */
  public Result run(String line) {
    return runWords(line.split(" ", -1));
  }

  public Result runWords(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Shell shell =
        new Shell(
            in,
            new Output(stream == null ? out : stream, terminal, 40),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            environment,
            identity,
            ACCOUNTS,
            InstantSource.fixed(Instant.ofEpochSecond(NOW / 1_000_000_000L)),
            ZoneOffset.UTC,
            settings -> {
              lastSettings = settings;
              return connector == null ? GigaClients.blocking(client) : connector.connect(settings);
            });
    int exitCode = Giga.run(shell, words);
    return new Result(
        exitCode, ByteText.decode(out.toByteArray()), err.toString(StandardCharsets.UTF_8));
  }

  private static Accounts accounts() {
    try {
      Path passwd = Files.createTempFile("passwd", "");
      Path group = Files.createTempFile("group", "");
      Files.writeString(
          passwd,
          "root:x:0:0:root:/root:/bin/bash\nalice:x:1000:100:Alice:/home/alice:/bin/sh\nbroken\n");
      Files.writeString(group, "root:x:0:\nusers:x:100:alice\nstaff:x:50:\n");
      passwd.toFile().deleteOnExit();
      group.toFile().deleteOnExit();
      return new Accounts(passwd, group);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
