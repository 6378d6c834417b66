package io.gigafs.hadoop;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.hadoop.failure.HadoopExceptions;
import io.gigafs.hadoop.identity.Identities;
import io.gigafs.hadoop.version.JavaVersion;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * Connects Hadoop's calls to a cluster: opens a file system for a user, translates paths, counts
 * calls, follows links that servers cannot follow, and translates failures. Safe for use by several
 * threads.
 */
abstract class ClusterFileSystem extends FileSystem implements IOStatisticsSource {
  /** The scheme of URIs. */
  public static final String SCHEME = "giga";

  private final Umask umask = new Umask();
  private final OperationCounters counters = new OperationCounters();
  private final boolean followsUriLinks;

  // Set by initialize, which is called first.
  private URI uri = URI.create(SCHEME + ":///");
  private Path workingDirectory = new Path("/");
  private String userName = "";
  private @Nullable SharedClient connection;
  private @Nullable State state;

  /** The state of an open file system. */
  private record State(
      GigaClient client, Settings settings, HadoopPaths paths, Statuses statuses) {}

  /**
   * Creates one that {@link #initialize} makes usable.
   *
   * @param followsUriLinks whether links to URIs are followed here; if not, an exception reports
   *     their targets
   */
  ClusterFileSystem(boolean followsUriLinks) {
    this.followsUriLinks = followsUriLinks;
  }

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    JavaVersion.check();
    super.initialize(name, conf);
    setConf(conf);
    Settings settings = Settings.of(name, conf);
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    uri = URI.create(SCHEME + "://" + name.getAuthority());
    userName = user.getShortUserName();
    workingDirectory = getHomeDirectory();
    SharedClient opened;
    try {
      opened = SharedClient.open(settings.client());
    } catch (GigaException e) {
      throw HadoopExceptions.of(uri, e);
    }
    connection = opened;
    GigaClient client = opened.as(settings.identities().callerOf(user));
    state =
        new State(
            client,
            settings,
            new HadoopPaths(uri),
            new Statuses(client, settings.identities(), settings.blockSizeBytes()));
  }

  private State state() throws IOException {
    State open = state;
    if (open == null) {
      throw new IOException("Filesystem closed");
    }
    return open;
  }

  final GigaClient client() throws IOException {
    return state().client();
  }

  final HadoopPaths paths() throws IOException {
    return state().paths();
  }

  final Statuses statuses() throws IOException {
    return state().statuses();
  }

  final Identities identities() throws IOException {
    return state().settings().identities();
  }

  /** Runs a query on a path, following links to other file systems on the way. */
  final <T> T on(String operation, Path path, PathCall<T> call) throws IOException {
    return on(operation, path, call, HadoopExceptions::of);
  }

  final <T> T looking(String operation, Path path, PathCall<T> call) throws IOException {
    return on(operation, path, call, HadoopExceptions::ofLooking);
  }

  /** Runs an operation without a result. */
  final void run(String operation, Path path, PathStep step) throws IOException {
    on(
        operation,
        path,
        at -> {
          step.on(at);
          return at;
        });
  }

  private <T> T on(String operation, Path path, PathCall<T> call, FailureText failures)
      throws IOException {
    counters.count(operation, statistics);
    Path absolute = absolute(path);
    try {
      return call.on(HadoopPaths.of(absolute));
    } catch (GigaException e) {
      if (areSymlinksEnabled() && HadoopExceptions.isMissing(e)) {
        return new BeyondLinks(links(), getConf(), followsUriLinks)
            .ask(absolute, call, failures, e);
      }
      throw e.code() == ErrorCode.EACCES
          ? denied(operation, HadoopPaths.of(absolute), e)
          : failures.of(absolute, e);
    }
  }

  /** An exception that names the permission the user lacks. */
  private IOException denied(String operation, GigaPath path, GigaException failure)
      throws IOException {
    AccessDenial denial = new AccessDenial(client(), identities(), userName);
    return HadoopExceptions.denied(
        denial.text(path, RequiredRight.action(operation), RequiredRight.isOfParent(operation)),
        failure);
  }

  final SymbolicLinks links() throws IOException {
    return new SymbolicLinks(client(), uri);
  }

  final Path absolute(Path path) {
    if (path != null && isOwn(path.toUri())) {
      return path;
    }
    checkPath(path); // which refuses null, too
    Path fixed = fixRelativePart(path);
    URI asked = fixed.toUri();
    boolean isPathAlone =
        asked.getScheme() == null && asked.getAuthority() == null && asked.getFragment() == null;
    // Reusing the parsed authority makes this several times as fast.
    return isPathAlone && uri.getAuthority() != null
        ? new Path(uri.resolve(asked))
        : makeQualified(fixed);
  }

  /** Whether it is already absolute, with this file system's own scheme and authority. */
  private boolean isOwn(URI asked) {
    return SCHEME.equals(asked.getScheme())
        && asked.getAuthority() != null
        && asked.getAuthority().equals(uri.getAuthority())
        && asked.getPath().startsWith(Path.SEPARATOR);
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public URI getUri() {
    return uri;
  }

  @Override
  public Path getWorkingDirectory() {
    return workingDirectory;
  }

  @Override
  public void setWorkingDirectory(Path directory) {
    workingDirectory = absolute(directory);
  }

  @Override
  public Path getHomeDirectory() {
    return makeQualified(new Path(USER_HOME_PREFIX + "/" + userName));
  }

  @Override
  @SuppressWarnings("deprecation") // the other one ends here
  public long getDefaultBlockSize() {
    State open = state;
    return open == null ? GigaKeys.BLOCK_SIZE_DEFAULT : open.settings().blockSizeBytes();
  }

  @Override
  public IOStatistics getIOStatistics() {
    return counters.statistics();
  }

  @Override
  public StorageStatistics getStorageStatistics() {
    return IOStatisticsBinding.publishAsStorageStatistics(
        "GigaFileSystem", SCHEME, counters.statistics());
  }

  /** The mode of a new file, without the bits of the umask. */
  final int masked(@Nullable FsPermission permission, int defaultMode) {
    int mode = permission == null ? defaultMode : permission.toShort();
    return mode & ~umask.of(getConf());
  }

  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      state = null;
      if (connection != null) {
        connection.close();
      }
    }
  }

  @Override
  public String toString() {
    return "GigaFileSystem(" + uri + ", " + userName + ")";
  }

  /** A query on one path. */
  interface PathCall<T> {
    T on(GigaPath path) throws IOException;
  }

  /** An operation on one path. */
  interface PathStep {
    void on(GigaPath path) throws IOException;
  }
}
