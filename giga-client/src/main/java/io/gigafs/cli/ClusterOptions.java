package io.gigafs.cli;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options that select the cluster and the way to connect. They may be given before and after
 * the names of subcommands ({@link ClusterOptionPlaces}); the last value takes effect.
 */
public final class ClusterOptions {
  static final String VARIABLE = "GIGA_CLUSTER";

  @Option(
      names = {"-c", "--cluster"},
      paramLabel = "URL",
      description =
          "The cluster: giga://HOST:PORT[,HOST:PORT...]/, any of its servers."
              + " Default: the environment variable GIGA_CLUSTER.")
  private @Nullable String cluster;

  @Option(
      names = {"-u", "--as"},
      paramLabel = "UID[:GID]",
      description =
          "Act for this user and group (names or numbers); for root only."
              + " Default: the user and the groups of the process.")
  private @Nullable String as;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long an operation may take, e.g. 500ms or 5s. Default: 30s.")
  private @Nullable Duration timeout;

  @Option(
      names = "--data-path",
      paramLabel = "PATH",
      description =
          "How to access the bytes of large files: client, server or symlink. Default: client.")
  private @Nullable DataPath dataPath;

  /** The values given elsewhere: before the command that has these options, and after it. */
  private @Nullable ClusterOptions before;

  private @Nullable ClusterOptions behind;

  void given(ClusterOptions before, ClusterOptions behind) {
    this.before = before;
    this.behind = behind;
  }

  /** Sets a value that was given elsewhere. */
  void set(String option, Object value) {
    switch (option) {
      case "--cluster" -> cluster = (String) value;
      case "--as" -> as = (String) value;
      case "--timeout" -> timeout = (Duration) value;
      case "--data-path" -> dataPath = (DataPath) value;
      default -> throw new IllegalArgumentException(option);
    }
  }

  /** Whether any value was given. */
  boolean isAnyGiven() {
    return cluster != null || as != null || timeout != null || dataPath != null;
  }

  private <T> @Nullable T last(Function<ClusterOptions, @Nullable T> value) {
    T last = behind == null ? null : value.apply(behind);
    if (last == null) {
      last = value.apply(this);
    }
    return last == null && before != null ? value.apply(before) : last;
  }

  private @Nullable String cluster() {
    return last(options -> options.cluster);
  }

  private @Nullable Duration timeout() {
    return last(options -> options.timeout);
  }

  /** The cluster named by the options or the environment, or null. */
  public @Nullable ClusterAddress address(Shell shell) {
    String environment = shell.environment().getOrDefault(VARIABLE, "");
    String cluster = cluster();
    try {
      if (cluster != null) {
        return ClusterAddress.parse(cluster);
      }
      return environment.isEmpty() ? null : ClusterAddress.parse(environment);
    } catch (IllegalArgumentException e) {
      String source = cluster != null ? "--cluster" : VARIABLE;
      throw CommandException.usage(source + ": " + ErrorText.of(e));
    }
  }

  /** Whether the command line names a cluster. */
  public boolean isGiven() {
    return cluster() != null;
  }

  /** Connects to the cluster of the options or the environment. */
  public GigaClient connect(Shell shell) throws GigaException {
    return connect(shell, required(shell));
  }

  public GigaClient connect(Shell shell, ClusterAddress address) throws GigaException {
    return shell.connector().connect(settings(shell, address));
  }

  /** The cluster named by the options or the environment; a usage error if there is none. */
  public ClusterAddress required(Shell shell) {
    ClusterAddress address = address(shell);
    if (address == null) {
      throw CommandException.usage("no cluster given: use -c giga://HOST:PORT/ or set " + VARIABLE);
    }
    return address;
  }

  /** The settings of the client. */
  public ClientSettings settings(Shell shell, ClusterAddress address) {
    ClientSettings settings =
        ClientSettings.builder(address.contacts())
            .caller(caller(shell))
            .dataPath(dataPath())
            .build();
    Duration timeout = timeout();
    return timeout == null ? settings : settings.toBuilder().timeout(timeout).build();
  }

  /** The data path to the bytes of large files. */
  public DataPath dataPath() {
    DataPath path = last(options -> options.dataPath);
    return path == null ? DataPath.CLIENT : path;
  }

  /** The timeout that was given, or a default. */
  public Duration timeoutOr(Duration fallback) {
    Duration timeout = timeout();
    return timeout == null ? fallback : timeout;
  }

  private Caller caller(Shell shell) {
    Caller own = shell.identity().caller();
    String as = last(options -> options.as);
    if (as == null) {
      return own;
    }
    if (!own.isSuperuser()) {
      throw CommandException.usage("--as: only root may act for someone else");
    }
    int colon = as.indexOf(':');
    String user = colon < 0 ? as : as.substring(0, colon);
    OptionalInt uid = shell.accounts().user(user);
    OptionalInt gid =
        colon < 0
            ? shell.accounts().loginGroup(user)
            : shell.accounts().group(as.substring(colon + 1));
    if (uid.isEmpty() || (colon >= 0 && gid.isEmpty())) {
      throw CommandException.usage("--as: '" + as + "' is not UID[:GID] or names known here");
    }
    return new Caller(uid.getAsInt(), gid.orElse(uid.getAsInt()));
  }
}
