package io.gigafs.server.command;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.Durations;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.zookeeper.ZooKeeperAddress;
import io.gigafs.cluster.zookeeper.ZooKeeperSettings;
import io.gigafs.rpc.ConnectionLimits;
import io.gigafs.server.ServerSettings;
import io.gigafs.server.StoreMemory;
import io.gigafs.tablefs.Durability;
import io.gigafs.volume.VolumeRoots;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The complete, validated settings of a server; invalid ones are rejected by name and source. */
record ServerConfiguration(ZooKeeperSettings zooKeeper, ServerSettings server) {
  private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::", "*");

  /** Value that stands for no rate. */
  private static final String OFF = "off";

  /** Value that stands for no domain socket. */
  private static final String NO_SOCKET = "none";

  /** A number of bytes, KiB, MiB, GiB or TiB that fits into a long. */
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,6})([kmgt]?)");

  static ServerConfiguration of(Map<ServerSetting, GivenSetting> given) {
    Reader reader = new Reader(given);
    ZooKeeperSettings zooKeeper =
        ZooKeeperSettings.of(reader.required(ServerSetting.ZK, ServerConfiguration::zooKeeper));
    zooKeeper =
        reader.with(
            zooKeeper,
            ServerSetting.ZK_SESSION_TIMEOUT,
            (settings, text) ->
                new ZooKeeperSettings(
                    settings.address(), Durations.parse(text), settings.connectTimeout()));
    zooKeeper =
        reader.with(
            zooKeeper,
            ServerSetting.ZK_CONNECT_TIMEOUT,
            (settings, text) ->
                new ZooKeeperSettings(
                    settings.address(), settings.sessionTimeout(), Durations.parse(text)));
    ServerSettings server =
        ServerSettings.of(
            reader.required(ServerSetting.ID, ServerId::new),
            reader.required(ServerSetting.DATA, ServerConfiguration::directory),
            reader.required(ServerSetting.LISTEN, ServerConfiguration::endpoint));
    server =
        with(
            reader,
            server,
            ServerSetting.LOCAL_SOCKET,
            (settings, text) -> settings.localSocket(localSocket(text)));
    server =
        with(reader, server, ServerSetting.LANES, (settings, text) -> settings.lanes(number(text)));
    server =
        with(
            reader,
            server,
            ServerSetting.DURABILITY,
            (settings, text) -> settings.durability(durability(text)));
    server =
        with(
            reader,
            server,
            ServerSetting.SYNC_INTERVAL,
            (settings, text) -> settings.syncInterval(Durations.parse(text)));
    server =
        with(
            reader,
            server,
            ServerSetting.IO_THREADS,
            (settings, text) -> settings.ioThreads(number(text)));
    server =
        with(
            reader,
            server,
            ServerSetting.RESERVE,
            (settings, text) -> settings.reserveBytes(bytes(text)));
    server =
        with(
            reader,
            server,
            ServerSetting.DATA_MEMORY,
            (settings, text) -> settings.dataMemoryBytes(bytes(text)));
    server =
        server.toBuilder()
            .limits(limits(reader, server.limits()))
            .storeMemory(storeMemory(reader, server.storeMemory()))
            .build();
    server =
        with(
            reader,
            server,
            ServerSetting.JOIN_TIMEOUT,
            (settings, text) -> settings.joinTimeout(Durations.parse(text)));
    server =
        with(
            reader,
            server,
            ServerSetting.SESSION_LEASE,
            (settings, text) -> settings.sessionLease(Durations.parse(text)));
    server =
        with(
            reader,
            server,
            ServerSetting.VOLUME_ROOTS,
            (settings, text) -> settings.volumeRoots(VolumeRoots.parse(text)));
    server =
        with(
            reader,
            server,
            ServerSetting.CACHE,
            (settings, text) -> settings.cacheBytes(bytes(text)));
    server =
        with(
            reader,
            server,
            ServerSetting.CACHE_DIR,
            (settings, text) -> settings.cacheDirectory(directory(text)));
    server =
        with(
            reader,
            server,
            ServerSetting.SPLIT_HEAT,
            (settings, text) -> settings.splitHeat(splitHeat(text)));
    return new ServerConfiguration(zooKeeper, server);
  }

  /** Applies a setting, if given, and checks it at once, so that an error names its source. */
  private static ServerSettings with(
      Reader reader,
      ServerSettings server,
      ServerSetting setting,
      BiFunction<ServerSettings.Builder, String, ServerSettings.Builder> change) {
    return reader.with(
        server, setting, (settings, text) -> change.apply(settings.toBuilder(), text).build());
  }

  private static int splitHeat(String text) {
    if (text.equals(OFF)) {
      return 0;
    }
    int rate = number(text);
    if (rate < 1) {
      throw new IllegalArgumentException("'" + text + "' is neither a rate of at least 1 nor off");
    }
    return rate;
  }

  ServerConfiguration acceptingLoss(boolean accepts) {
    return new ServerConfiguration(zooKeeper, server.toBuilder().acceptsLoss(accepts).build());
  }

  private static ConnectionLimits limits(Reader reader, ConnectionLimits usual) {
    ConnectionLimits limits =
        reader.with(
            usual,
            ServerSetting.ANSWER_MEMORY,
            (all, text) -> all.withMemory(bytes(text), all.frameMemoryBytes()));
    limits =
        reader.with(
            limits,
            ServerSetting.FRAME_MEMORY,
            (all, text) -> all.withMemory(all.answerMemoryBytes(), bytes(text)));
    limits =
        reader.with(
            limits,
            ServerSetting.MAX_CONNECTIONS,
            (all, text) -> all.withConnections(number(text), all.maxConnectionsPerAddress()));
    return reader.with(
        limits,
        ServerSetting.MAX_CONNECTIONS_PER_ADDRESS,
        (all, text) -> all.withConnections(all.maxConnections(), number(text)));
  }

  private static StoreMemory storeMemory(Reader reader, StoreMemory usual) {
    StoreMemory memory =
        reader.with(
            usual, ServerSetting.BLOCK_CACHE, (all, text) -> all.withBlockCache(bytes(text)));
    memory =
        reader.with(
            memory,
            ServerSetting.ROW_CACHE,
            (all, text) -> all.withRowCache(JvmMemory.rowCache(bytes(text))));
    memory =
        reader.with(
            memory,
            ServerSetting.KEY_FILTER,
            (all, text) -> all.withKeyFilter(JvmMemory.keyFilter(bytes(text))));
    return reader.with(
        memory, ServerSetting.WRITE_BUFFER, (all, text) -> all.withWriteBuffer(bytes(text)));
  }

  /** Adds a setting's value to other settings. */
  private interface With<S> {
    S apply(S settings, String text);
  }

  /** Reads the settings that were given. */
  private record Reader(Map<ServerSetting, GivenSetting> given) {
    <T> T required(ServerSetting setting, Function<String, T> parser) {
      GivenSetting value = given.get(setting);
      if (value == null || value.value().isEmpty()) {
        throw CommandException.usage(
            setting.option()
                + " is missing: give that option, or set "
                + setting.key()
                + " in the file that --config names");
      }
      return value.as(parser);
    }

    <S> S with(S settings, ServerSetting setting, With<S> with) {
      @Nullable GivenSetting value = given.get(setting);
      return value == null ? settings : value.as(text -> with.apply(settings, text));
    }
  }

  static ZooKeeperAddress zooKeeper(String text) {
    try {
      return ZooKeeperAddress.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is not HOST:PORT[,HOST:PORT...][/CHROOT]", e);
    }
  }

  static Endpoint endpoint(String text) {
    Endpoint endpoint = Endpoint.parse(text);
    if (WILDCARDS.contains(endpoint.host())) {
      throw new IllegalArgumentException(
          "clients and other servers cannot reach "
              + endpoint.host()
              + ": give an address or name of this machine that they can");
    }
    return endpoint;
  }

  private static @Nullable Path localSocket(String text) {
    if (text.equals(NO_SOCKET)) {
      return null;
    }
    Path path = path(text).toAbsolutePath();
    if (Files.isDirectory(path)) {
      throw new IllegalArgumentException(text + " is a directory");
    }
    return path;
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("'" + text + "' is not a path", e);
    }
  }

  static Path directory(String text) {
    Path path = path(text);
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new IllegalArgumentException(text + " is not a directory");
    }
    return path.toAbsolutePath();
  }

  private static Durability durability(String text) {
    return switch (text) {
      case "interval" -> Durability.INTERVAL;
      case "always" -> Durability.ALWAYS;
      default ->
          throw new IllegalArgumentException("'" + text + "' is neither interval nor always");
    };
  }

  private static long bytes(String text) {
    Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!size.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a size like 512m or 2g");
    }
    int shift = 10 * " kmgt".indexOf(size.group(2).isEmpty() ? " " : size.group(2));
    return Long.parseLong(size.group(1)) << shift;
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a number", e);
    }
  }
}
