package io.gigafs.tablefs.engine.rocksdb;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RocksDB's native library, taken out of its jar once for all processes of a user. RocksDB itself
 * copies it, 17 MB, to a new temporary file in each process, which stays if that is killed.
 *
 * <p>The copy is in a folder that only the user can write to, named after its checksum, which is
 * verified before it is loaded; it is put there complete, by a rename. Without such a folder,
 * RocksDB makes its own copy.
 */
final class NativeLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);
  private static final String LIBRARY = "rocksdb";
  private static final String LIBRARY_IN_FOLDER = "rocksdbjni";
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> WRITABLE_BY_OTHERS =
      PosixFilePermissions.fromString("----w--w-");
  private static final int BUFFER_BYTES = 1 << 16;

  private NativeLibrary() {}

  /** Loads the library, unless this process has. */
  static void load() {
    Loaded.ensure();
  }

  /** Initialized once. */
  private static final class Loaded {
    static {
      try {
        Path file = extractTo(cache(System.getenv("XDG_CACHE_HOME"), home(), temporary()));
        RocksDB.loadLibrary(List.of(file.resolveSibling("").toString()));
      } catch (IOException | UnsatisfiedLinkError e) {
        LOG.warn("RocksDB's library is copied for this process alone: {}", e.toString());
        RocksDB.loadLibrary();
      }
    }

    private Loaded() {}

    static void ensure() {}
  }

  private static Path home() {
    return Path.of(System.getProperty("user.home", ""));
  }

  private static Path temporary() {
    return Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
  }

  /**
   * The folder for copies: a user's cache (XDG), or one in the temporary folder.
   *
   * @throws IOException if neither can be had for this user alone
   */
  static Path cache(@Nullable String xdgCache, Path home, Path temporary) throws IOException {
    Path caches =
        xdgCache == null || xdgCache.isEmpty() ? home.resolve(".cache") : Path.of(xdgCache);
    if (caches.isAbsolute() && Files.isDirectory(home)) {
      try {
        Files.createDirectories(caches);
        return ownFolder(caches.resolve("giga"));
      } catch (IOException e) {
        LOG.debug("no folder in {}", caches, e);
      }
    }
    return ownFolder(temporary.resolve("giga-" + System.getProperty("user.name", "user")));
  }

  private static Path ownFolder(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      FileAttribute<?> attribute = PosixFilePermissions.asFileAttribute(PRIVATE);
      try {
        Files.createDirectory(folder, attribute);
      } catch (FileAlreadyExistsException e) {
        LOG.debug("another process made {}", folder, e);
      }
    }
    int owner = (Integer) Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    int own = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    // Others may read it, as a folder that a program with the usual umask made.
    boolean isOwn =
        Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
            && owner == own
            && Collections.disjoint(
                WRITABLE_BY_OTHERS,
                Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS));
    if (!isOwn) {
      throw new IOException(folder + " is not a folder of this user alone");
    }
    return folder;
  }

  /** The library's copy in a folder, which is made or made anew if it is not the jar's. */
  static Path extractTo(Path cache) throws IOException {
    Checksum expected = Checksum.of(fromJar());
    // RocksDB looks for it in a folder by another name than it has in the jar.
    String name = Environment.getJniLibraryFileName(LIBRARY_IN_FOLDER);
    Path folder = ownFolder(cache.resolve(LIBRARY + "-" + expected));
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || !Checksum.of(Files.newInputStream(file)).equals(expected)) {
      Path fresh = Files.createTempFile(folder, name, ".new");
      try {
        try (InputStream in = fromJar()) {
          Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
        }
        try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
          channel.force(true);
        }
        Files.move(
            fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(fresh);
      }
    }
    return file;
  }

  private static InputStream fromJar() throws IOException {
    String name = Environment.getJniLibraryFileName(LIBRARY);
    InputStream in = RocksDB.class.getClassLoader().getResourceAsStream(name);
    if (in == null) {
      throw new FileNotFoundException("RocksDB's jar has no " + name);
    }
    return in;
  }

  /** The CRC-32 of a library and its length in bytes. */
  private record Checksum(long crc, long bytes) {
    static Checksum of(InputStream content) throws IOException {
      CRC32 crc = new CRC32();
      long bytes = 0;
      byte[] buffer = new byte[BUFFER_BYTES];
      try (content) {
        for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
          crc.update(buffer, 0, read);
          bytes += read;
        }
      }
      return new Checksum(crc.getValue(), bytes);
    }

    /** 16 hexadecimal digits. */
    @Override
    public String toString() {
      return String.format("%08x%08x", crc, bytes);
    }
  }
}
