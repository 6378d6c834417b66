package io.gigafs.cli.mount;

import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.ClusterAddress;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.Durations;
import io.gigafs.cli.ErrorText;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.ClientSettings.AttributeCacheSettings;
import io.gigafs.client.ClientSettings.ClientMemory;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.DataCacheSettings;
import io.gigafs.client.DelegationSettings;
import io.gigafs.fuse.MountBinding;
import io.gigafs.fuse.MountOptions;
import io.gigafs.fuse.binding.MountSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The options of a mount, {@code -o NAME[=VALUE],...}, with the names that mount(8) and other file
 * systems use. The last of several conflicting options takes effect.
 */
final class OptionList {
  /** Options that mount(8) itself interprets, or that always apply here. */
  private static final Set<String> IGNORED =
      Set.of(
          "defaults",
          "rw",
          "auto",
          "noauto",
          "user",
          "nouser",
          "users",
          "owner",
          "group",
          "nofail",
          "_netdev",
          "async",
          "relatime",
          "strictatime",
          "norelatime",
          "diratime",
          "nodiratime",
          "auto_cache",
          "big_writes",
          "hard_remove",
          "use_ino",
          "readdir_ino");

  private static final Set<String> SWITCHES =
      Set.of(
          "ro",
          "allow_other",
          "noallow_other",
          "suid",
          "nosuid",
          "dev",
          "nodev",
          "exec",
          "noexec",
          "atime",
          "noatime",
          "nonempty",
          "novirtual",
          "writeback",
          "default_permissions",
          "nodefault_permissions",
          "dirsync");

  private static final Set<String> VALUES =
      Set.of(
          "binding",
          "uid",
          "gid",
          "umask",
          "attr_timeout",
          "entry_timeout",
          "negative_timeout",
          "data_path",
          "timeout",
          "connections",
          "fsname",
          "subtype",
          "threads",
          "max_threads",
          "max_write",
          "max_readahead",
          "cache_size",
          "cache_names",
          "data_cache",
          "data_cache_size",
          "writeback_size",
          "cache_group",
          "buffer_size",
          "log_file");

  /** A mount caches files' attributes in a part of its heap, with this many bytes for each. */
  private static final int HEAP_PARTS = 16;

  private static final int KEPT_FILE_BYTES = 440;
  private static final int MAX_KEPT_FILES = 1 << 20;
  private static final Duration MAX_TRUST = Duration.ofMillis(500);

  private final Map<String, String> given = new LinkedHashMap<>();

  /** Parses options; an unknown name is refused. */
  OptionList(List<String> texts) {
    for (String text : texts) {
      for (String option : split(text)) {
        add(option);
      }
    }
  }

  /** Splits at commas, except for those after a backslash. */
  private static List<String> split(String text) {
    List<String> options = new ArrayList<>();
    StringBuilder option = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        option.append(text.charAt(++i));
      } else if (c == ',') {
        options.add(option.toString());
        option.setLength(0);
      } else {
        option.append(c);
      }
    }
    options.add(option.toString());
    return options;
  }

  private void add(String option) {
    int equals = option.indexOf('=');
    String name = equals < 0 ? option : option.substring(0, equals);
    if (name.isEmpty() || IGNORED.contains(name) || name.startsWith("x-")) {
      if ("rw".equals(name)) {
        given.remove("ro");
      }
      return;
    }
    boolean isSwitch = SWITCHES.contains(name);
    if (!isSwitch && !VALUES.contains(name)) {
      throw CommandException.usage("-o: there is no option '" + name + "'");
    }
    if (isSwitch != (equals < 0)) {
      throw CommandException.usage(
          "-o: " + name + (isSwitch ? " takes no value" : " takes a value: " + name + "=..."));
    }
    given.remove(opposite(name));
    given.put(name, equals < 0 ? "" : option.substring(equals + 1));
  }

  private static String opposite(String name) {
    return name.startsWith("no") ? name.substring(2) : "no" + name;
  }

  private boolean has(String name) {
    return given.containsKey(name);
  }

  /** Parses the value of an option. */
  private interface Reading<T> {
    T of(String text);
  }

  private <T> T value(String name, T fallback, Reading<T> reading) {
    String text = given.get(name);
    if (text == null) {
      return fallback;
    }
    try {
      return reading.of(text);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("-o " + name + ": " + ErrorText.of(e));
    }
  }

  private @Nullable Integer number(String name, int radix) {
    String text = given.get(name);
    if (text == null) {
      return null;
    }
    try {
      return Integer.parseUnsignedInt(text, radix);
    } catch (NumberFormatException e) {
      throw CommandException.usage(
          "-o " + name + ": '" + text + "' is no " + (radix == 8 ? "octal " : "") + "number");
    }
  }

  private static Duration timeout(String text) {
    return text.matches("0+(\\.0+)?s?") ? Duration.ZERO : Durations.parse(text);
  }

  private static int bytes(String text) {
    return Math.toIntExact(Math.min(Integer.MAX_VALUE, ByteSizes.parse(text)));
  }

  /** The log file, or null. */
  @Nullable String logFile() {
    return given.get("log_file");
  }

  /** The binding to the kernel. */
  MountBinding binding() {
    return value("binding", MountBinding.ofThisSystem(), MountBinding::of);
  }

  /**
   * The settings of the mount.
   *
   * @param source what is mounted
   * @param root whether root mounts, for all users by default
   */
  MountSettings settings(String source, boolean root) {
    MountSettings usual = MountSettings.of(source);
    try {
      return MountSettings.builder(value("fsname", usual.source(), text -> text))
          .subtype(value("subtype", usual.subtype(), text -> text))
          .readOnly(has("ro"))
          .allowOther(allowsOthers(root))
          .allowSetId(has("suid"))
          .allowDevices(has("dev"))
          .noExecute(has("noexec"))
          .noAccessTime(has("noatime"))
          .nonEmpty(has("nonempty"))
          .attrTimeout(value("attr_timeout", usual.attrTimeout(), OptionList::timeout))
          .entryTimeout(value("entry_timeout", usual.entryTimeout(), OptionList::timeout))
          .negativeTimeout(value("negative_timeout", usual.negativeTimeout(), OptionList::timeout))
          .threads(value("threads", usual.threads(), Integer::valueOf))
          .maxThreads(value("max_threads", usual.maxThreads(), Integer::valueOf))
          .maxTransferBytes(value("max_write", usual.maxTransferBytes(), OptionList::bytes))
          .maxReadAheadBytes(value("max_readahead", usual.maxReadAheadBytes(), OptionList::bytes))
          .build();
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("-o: " + ErrorText.of(e));
    }
  }

  private boolean allowsOthers(boolean root) {
    return has("allow_other") || (root && !has("noallow_other"));
  }

  /**
   * Whether the kernel checks permissions. If several users share a mount, only the kernel can
   * protect special files and cached names. It checks what is shown, so it must not check if owners
   * or modes are shown differently.
   */
  private boolean isCheckedByKernel(boolean root) {
    boolean isShownOtherwise = Stream.of("uid", "gid", "umask").anyMatch(this::has);
    return has("default_permissions")
        || (allowsOthers(root) && !isShownOtherwise && !has("nodefault_permissions"));
  }

  /**
   * The options of the file system.
   *
   * @param root as in {@link #settings}
   */
  MountOptions options(boolean root) {
    try {
      return MountOptions.builder()
          .readOnly(has("ro"))
          .uid(number("uid", 10))
          .gid(number("gid", 10))
          .umask(number("umask", 8))
          .accessTimes(!has("noatime"))
          .virtualFiles(!has("novirtual"))
          .volumeLinks(dataPath() == DataPath.SYMLINK && !has("ro"))
          .kernelChecks(isCheckedByKernel(root))
          .build();
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("-o: " + ErrorText.of(e));
    }
  }

  /** The settings of the mount's client; each call is made on behalf of the calling process. */
  ClientSettings client(ClusterAddress cluster) {
    ClientSettings usual = ClientSettings.of(cluster.contacts());
    try {
      return usual.toBuilder()
          .timeout(value("timeout", usual.timeout(), Durations::parse))
          .connectionsPerServer(
              value("connections", usual.connectionsPerServer(), Integer::valueOf))
          .dataPath(dataPath())
          .memory(memory(usual.memory()))
          .attributeCacheSettings(attributeCacheSettings(settings(cluster.toString(), false)))
          .dataCache(dataCache())
          .cacheGroup(cacheGroup())
          .delegation(has("dirsync") ? DelegationSettings.NEVER : DelegationSettings.DEFAULT)
          .build();
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("-o: " + ErrorText.of(e));
    }
  }

  private @Nullable DataCacheSettings dataCache() {
    if (has("writeback_size") && !has("writeback")) {
      throw CommandException.usage("-o: writeback_size goes with writeback");
    }
    if (has("writeback") && !has("data_cache")) {
      throw CommandException.usage("-o: writeback goes with data_cache=DIR");
    }
    if (!has("data_cache")) {
      if (has("data_cache_size")) {
        throw CommandException.usage("-o: data_cache_size goes with data_cache=DIR");
      }
      return null;
    }
    Path directory = value("data_cache", Path.of(""), Path::of);
    if (directory.toString().isEmpty()) {
      throw CommandException.usage("-o: data_cache takes a directory: data_cache=DIR");
    }
    DataCacheSettings cache =
        DataCacheSettings.of(
            directory, value("data_cache_size", DataCacheSettings.DEFAULT_BYTES, ByteSizes::parse));
    return has("writeback")
        ? cache.withWriteback(
            value("writeback_size", DataCacheSettings.DEFAULT_WRITEBACK_BYTES, ByteSizes::parse))
        : cache;
  }

  private boolean cacheGroup() {
    return value(
        "cache_group",
        true,
        text ->
            switch (text) {
              case "on" -> true;
              case "off" -> false;
              default -> throw new IllegalArgumentException("'" + text + "' is neither on nor off");
            });
  }

  private DataPath dataPath() {
    return value(
        "data_path", DataPath.CLIENT, text -> DataPath.valueOf(text.toUpperCase(Locale.ROOT)));
  }

  /**
   * Short kernel timeouts limit the time for which attributes are trusted: they show that others'
   * changes are to be seen at once.
   */
  private AttributeCacheSettings attributeCacheSettings(MountSettings kernel) {
    Duration trusted =
        Stream.of(MAX_TRUST, kernel.attrTimeout(), kernel.entryTimeout())
            .min(Comparator.naturalOrder())
            .orElseThrow();
    int usual = usualAttributeCacheSize(Runtime.getRuntime().maxMemory());
    return new AttributeCacheSettings(value("cache_names", usual, Integer::valueOf), trusted);
  }

  /**
   * The default number of files whose attributes are cached. A repeated scan over more files finds
   * none of them in the cache.
   */
  static int usualAttributeCacheSize(long heapBytes) {
    return (int) Math.min(MAX_KEPT_FILES, heapBytes / HEAP_PARTS / KEPT_FILE_BYTES);
  }

  private ClientMemory memory(ClientMemory usual) {
    return new ClientMemory(
        value("cache_size", usual.cacheBytes(), ByteSizes::parse),
        value("buffer_size", usual.bufferBytes(), ByteSizes::parse));
  }
}
