package io.gigafs.server.errno;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements, a verb and its operands, on a client. Paths are relative to a directory of
 * Alice's, unless they start with a slash; {@code {N}} stands for a name of N bytes, {@code
 * {path:N}} for an absolute path of N bytes, {@code ''} for no bytes at all. Alice is the caller,
 * unless {@code root:} or {@code bob:} is a prefix; {@code &} before a verb does not wait for it.
 * Not thread-safe.
 */
final class FileScript {
  static final Caller ALICE = new Caller(1000, 100);
  static final Caller BOB = new Caller(2000, 200);

  private final AsyncGigaClient root;
  private final Waiting waiting;
  private final String directory;
  private final Map<String, OpenFile> handles = new HashMap<>();

  /** Runs the environment until a future is done. */
  interface Waiting {
    <T> T await(CompletableFuture<T> future) throws GigaException;
  }

  /**
   * @param root a client that acts for the superuser
   * @param directory an absolute path, which will be made
   */
  FileScript(AsyncGigaClient root, Waiting waiting, String directory) throws GigaException {
    this.root = root;
    this.waiting = waiting;
    this.directory = directory;
    waiting.await(root.makeDirectory(GigaPath.parse(directory), 0755));
    waiting.await(
        root.setAttributes(
            GigaPath.parse(directory), AttributeChange.ofOwner(ALICE.uid(), ALICE.gid())));
  }

  /** Runs statements separated by semicolons; an opened handle is kept under its name. */
  void run(String statements) throws GigaException {
    for (String statement : statements.split(";", -1)) {
      if (!statement.isBlank()) {
        runOne(statement.strip());
      }
    }
  }

  /** Closes all open handles. */
  void close() throws GigaException {
    for (OpenFile file : handles.values()) {
      waiting.await(file.closeAsync());
    }
  }

  private void runOne(String statement) throws GigaException {
    List<String> words = new ArrayList<>(List.of(statement.split(" ", -1)));
    AsyncGigaClient client = root.as(ALICE);
    if (words.get(0).equals("root:")) {
      words.remove(0);
      client = root;
    } else if (words.get(0).equals("bob:")) {
      words.remove(0);
      client = root.as(BOB);
    }
    boolean waits = !words.get(0).equals("&");
    if (!waits) {
      words.remove(0);
    }
    if (words.get(0).equals("open")) {
      handles.put(
          words.get(1),
          waiting.await(client.open(path(words.get(2)), options(words.get(3), words))));
      return;
    }
    CompletableFuture<?> answer = call(client, words);
    if (waits) {
      waiting.await(answer);
    }
  }

  private CompletableFuture<?> call(AsyncGigaClient client, List<String> words) {
    return switch (words.get(0)) {
      case "lock",
          "lockwait",
          "unlock",
          "flock",
          "close",
          "ftruncate",
          "fchmod",
          "fchown",
          "fstat" ->
          ofHandle(Objects.requireNonNull(handles.get(words.get(1))), words);
      case "rename" -> rename(client, words, RenameMode.REPLACE);
      case "noreplace" -> rename(client, words, RenameMode.NO_REPLACE);
      case "exchange" -> rename(client, words, RenameMode.EXCHANGE);
      case "link" -> client.link(path(words.get(1)), path(words.get(2)), Follow.NO);
      case "linkfollow" -> client.link(path(words.get(1)), path(words.get(2)), Follow.YES);
      case "symlink" -> client.symlink(bytes(words.get(1)), path(words.get(2)));
      default -> ofPath(client, path(words.get(1)), words);
    };
  }

  private CompletableFuture<?> rename(AsyncGigaClient client, List<String> words, RenameMode mode) {
    return client.rename(path(words.get(1)), path(words.get(2)), mode);
  }

  private static CompletableFuture<?> ofPath(
      AsyncGigaClient client, GigaPath path, List<String> words) {
    return switch (words.get(0)) {
      case "stat" -> client.stat(path);
      case "lstat" -> client.stat(path, Follow.NO);
      case "access" -> client.access(path, Integer.parseInt(words.get(2)));
      case "readlink" -> client.readLink(path);
      case "list" -> client.list(path, false);
      case "mkdir" -> client.makeDirectory(path, mode(words, 2, 0755));
      case "create" -> client.create(path, mode(words, 2, 0644), true);
      case "mknod" -> client.makeNode(path, type(words.get(2)), 0644, 0x103);
      case "unlink" -> client.unlink(path);
      case "rmdir" -> client.removeDirectory(path);
      case "chmod" -> client.setAttributes(path, AttributeChange.ofMode(mode(words, 2, 0)));
      case "lchmod" ->
          client.setAttributes(path, AttributeChange.ofMode(mode(words, 2, 0)), Follow.NO);
      case "chown" -> client.setAttributes(path, owner(words));
      case "lchown" -> client.setAttributes(path, owner(words), Follow.NO);
      case "touch" ->
          client.setAttributes(path, AttributeChange.ofTimes(TimeChange.NOW, TimeChange.NOW));
      case "utime" -> client.setAttributes(path, AttributeChange.ofTimes(null, TimeChange.to(5)));
      case "truncate" ->
          client.setAttributes(path, AttributeChange.ofSize(Long.parseLong(words.get(2))));
      case "getxattr" -> client.getXattr(path, expand(words.get(2)), Follow.YES);
      case "lgetxattr" -> client.getXattr(path, expand(words.get(2)), Follow.NO);
      case "listxattr" -> client.listXattrs(path, Follow.YES);
      case "removexattr" -> client.removeXattr(path, expand(words.get(2)), Follow.YES);
      case "setxattr", "setxattr-create", "setxattr-replace", "lsetxattr" ->
          setXattr(client, path, words);
      case "quota" ->
          client.setQuota(path, Long.parseLong(words.get(2)), Long.parseLong(words.get(3)));
      case "getquota" -> client.quota(path);
      default -> throw new IllegalArgumentException("unknown verb in " + words);
    };
  }

  private static CompletableFuture<?> setXattr(
      AsyncGigaClient client, GigaPath path, List<String> words) {
    XattrMode mode =
        switch (words.get(0)) {
          case "setxattr-create" -> XattrMode.CREATE;
          case "setxattr-replace" -> XattrMode.REPLACE;
          default -> XattrMode.SET;
        };
    Xattr xattr = new Xattr(expand(words.get(2)), bytes(words.get(3)));
    return client.setXattr(
        path, xattr, mode, words.get(0).equals("lsetxattr") ? Follow.NO : Follow.YES);
  }

  private static CompletableFuture<?> ofHandle(OpenFile file, List<String> words) {
    return switch (words.get(0)) {
      case "lock", "lockwait" ->
          file.lock(
              Long.parseLong(words.get(2)),
              lockType(words.get(3)),
              Long.parseLong(words.get(4)),
              Long.parseLong(words.get(5)),
              words.get(0).equals("lockwait"));
      case "unlock" ->
          file.unlock(
              Long.parseLong(words.get(2)),
              Long.parseLong(words.get(3)),
              Long.parseLong(words.get(4)));
      case "flock" -> file.flock(lockType(words.get(2)), false);
      case "close" -> file.closeAsync();
      case "fstat" -> file.stat();
      case "ftruncate" -> file.setAttributes(AttributeChange.ofSize(Long.parseLong(words.get(2))));
      case "fchmod" -> file.setAttributes(AttributeChange.ofMode(mode(words, 2, 0)));
      case "fchown" -> file.setAttributes(owner(words));
      default -> throw new IllegalArgumentException("unknown verb in " + words);
    };
  }

  private static LockType lockType(String word) {
    return LockType.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private static FileType type(String word) {
    return FileType.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private static int mode(List<String> words, int place, int fallback) {
    return words.size() > place ? Integer.parseInt(words.get(place), 8) : fallback;
  }

  /** UID:GID, either of them may be missing. */
  private static AttributeChange owner(List<String> words) {
    String[] ids = words.get(2).split(":", -1);
    return AttributeChange.ofOwner(id(ids[0]), id(ids[1]));
  }

  private static @Nullable Integer id(String text) {
    return text.isEmpty() ? null : Integer.valueOf(text);
  }

  private static OpenOptions options(String letters, List<String> words) {
    Set<Flag> flags = EnumSet.noneOf(Flag.class);
    for (int i = 0; i < letters.length(); i++) {
      flags.add(
          switch (letters.charAt(i)) {
            case 'r' -> Flag.READ;
            case 'w' -> Flag.WRITE;
            case 'c' -> Flag.CREATE;
            case 'x' -> Flag.EXCLUSIVE;
            case 't' -> Flag.TRUNCATE;
            case 'n' -> Flag.NO_FOLLOW;
            case 'd' -> Flag.DIRECTORY;
            default -> throw new IllegalArgumentException("unknown flag in " + words);
          });
    }
    return new OpenOptions(flags, 0644);
  }

  private GigaPath path(String word) {
    String text = expand(word);
    return GigaPath.of(
        text.startsWith("/") || text.isEmpty()
            ? text.getBytes(StandardCharsets.UTF_8)
            : (directory + "/" + text).getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] bytes(String word) {
    return expand(word).getBytes(StandardCharsets.UTF_8);
  }

  private static String expand(String word) {
    if (word.equals("''")) {
      return "";
    }
    int open = word.indexOf('{');
    if (open < 0) {
      return word;
    }
    int close = word.indexOf('}', open);
    String inner = word.substring(open + 1, close);
    String text =
        inner.startsWith("path:")
            ? "/.".repeat(Integer.parseInt(inner.substring(5)) / 2)
            : "n".repeat(Integer.parseInt(inner));
    return word.substring(0, open) + text + word.substring(close + 1);
  }
}
