package io.gigafs.cache.segment;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of a store, locked for this process until it is closed.
 *
 * <p>Invariant: nothing in a directory is created or changed before it is known to be empty or a
 * store of this format.
 */
final class StoreDirectory implements Closeable {
  static final String FORMAT_FILE = "FORMAT";
  static final String LOCK_FILE = "LOCK";

  private static final Logger LOG = LoggerFactory.getLogger(StoreDirectory.class);

  private static final String FORMAT_NAME = "giga block cache ";
  private static final int VERSION = 1;
  private static final int MAX_TEXT_BYTES = 1024;
  private static final String NEW_FORMAT_FILE = "FORMAT.new";
  private static final Pattern SEGMENT_FILE = Pattern.compile("segment-(\\d{6,9})");

  /** Files beside which a new store may be created: those of an interrupted start, and ext4's. */
  private static final Set<String> HARMLESS = Set.of(LOCK_FILE, NEW_FORMAT_FILE, "lost+found");

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /**
   * Open directories of this process. A second open must fail here, because closing any descriptor
   * of the lock file would release the lock.
   */
  private static final Set<Path> OPEN = new HashSet<>();

  private final Path path;
  private final FileChannel lockFile;

  private StoreDirectory(Path path, FileChannel lockFile) {
    this.path = path;
    this.lockFile = lockFile;
  }

  /**
   * Opens a directory, and creates it if missing.
   *
   * @throws IOException if it is in use or has other contents; it is unchanged then
   */
  static StoreDirectory open(Path given) throws IOException {
    if (given.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(given, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } else {
      Files.createDirectories(given);
    }
    Path path = given.toRealPath();
    boolean isNew = checkFormat(path);
    synchronized (OPEN) {
      if (!OPEN.add(path)) {
        throw inUse(path, "this process");
      }
    }
    try {
      FileChannel lockFile = lock(path);
      try {
        tighten(path);
        if (isNew) {
          writeFormat(path);
        }
      } catch (IOException | RuntimeException e) {
        lockFile.close();
        throw e;
      }
      return new StoreDirectory(path, lockFile);
    } catch (IOException | RuntimeException e) {
      forget(path);
      throw e;
    }
  }

  private static void forget(Path path) {
    synchronized (OPEN) {
      OPEN.remove(path);
    }
  }

  private static IOException inUse(Path path, String holder) {
    return new IOException(
        "the block cache in "
            + path
            + " is in use by "
            + holder
            + "; only one process can use a cache: end that one, or name another directory");
  }

  /** Whether a store has yet to be created in a directory. */
  private static boolean checkFormat(Path path) throws IOException {
    Path format = path.resolve(FORMAT_FILE);
    if (!Files.exists(format)) {
      for (Path file : list(path)) {
        if (!HARMLESS.contains(file.getFileName().toString())) {
          throw new IOException(
              path
                  + " is not empty and not a block cache (it has "
                  + file.getFileName()
                  + "); name an empty directory, or one that does not exist");
        }
      }
      return true;
    }
    String text = readText(format).strip();
    if (!text.startsWith(FORMAT_NAME)) {
      throw new IOException(
          path
              + " is not a block cache: its "
              + FORMAT_FILE
              + " is of something else; name another directory");
    }
    if (!text.equals(FORMAT_NAME + VERSION)) {
      throw new IOException(
          "the block cache in "
              + path
              + " has format "
              + text.substring(FORMAT_NAME.length())
              + ", and this program knows "
              + VERSION
              + " only; use the version that wrote it, name another directory, or delete this one:"
              + " it has only copies");
    }
    return false;
  }

  private static List<Path> list(Path directory) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      files.forEach(found::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return found;
  }

  private static String readText(Path file) throws IOException {
    try (FileChannel in = FileChannel.open(file)) {
      ByteBuffer bytes = ByteBuffer.allocate(MAX_TEXT_BYTES);
      int count = in.read(bytes, 0);
      return new String(bytes.array(), 0, Math.max(0, count), StandardCharsets.UTF_8);
    }
  }

  private static void writeFormat(Path path) throws IOException {
    Path made = path.resolve(NEW_FORMAT_FILE);
    Files.writeString(made, FORMAT_NAME + VERSION + "\n");
    Files.move(made, path.resolve(FORMAT_FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  private static FileChannel lock(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path.resolve(LOCK_FILE),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      @Nullable FileLock lock = channel.tryLock();
      if (lock == null) {
        String holder = readText(path.resolve(LOCK_FILE)).strip();
        throw inUse(path, holder.isEmpty() ? "another process" : holder);
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              ("process " + ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)),
          0);
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Restricts permissions: the cache has bytes of files that other users may not be allowed to
   * read.
   */
  private static void tighten(Path path) {
    try {
      if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(path))) {
        Files.setPosixFilePermissions(path, OWNER_ONLY);
      }
    } catch (IOException | UnsupportedOperationException e) {
      LOG.warn(
          "The block cache in {} may be open to others than its owner ({}); set its mode to 0700",
          path,
          e.toString());
    }
  }

  Path path() {
    return path;
  }

  Path segment(int number) {
    return path.resolve(String.format("segment-%06d", number));
  }

  /** The segment files by number. */
  Map<Integer, Path> segments() throws IOException {
    Map<Integer, Path> found = new TreeMap<>();
    for (Path file : list(path)) {
      Matcher name = SEGMENT_FILE.matcher(file.getFileName().toString());
      if (name.matches()) {
        found.put(Integer.valueOf(name.group(1)), file);
      }
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    try {
      lockFile.close();
    } finally {
      forget(path);
    }
  }
}
