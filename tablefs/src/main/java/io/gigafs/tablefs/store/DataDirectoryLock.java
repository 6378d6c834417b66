package io.gigafs.tablefs.store;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Restricts a data directory to one store at a time. The lock of the operating system ends with the
 * process and does not exclude other stores of the same process; a set does.
 */
final class DataDirectoryLock implements AutoCloseable {
  static final String FILE = "LOCK";

  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final FileChannel channel;

  private DataDirectoryLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /**
   * Locks an existing directory.
   *
   * @throws StoreException if another store holds the lock
   */
  static DataDirectoryLock take(Path directory) {
    Path real;
    try {
      real = directory.toRealPath();
    } catch (IOException e) {
      throw new StoreException(Kind.UNUSABLE, "cannot find " + directory, e);
    }
    if (!HELD.add(real)) {
      throw inUse(directory, "this process");
    }
    try {
      return new DataDirectoryLock(real, lockedChannel(directory));
    } catch (IOException e) {
      HELD.remove(real);
      throw new StoreException(Kind.UNUSABLE, "cannot lock " + directory + ": " + e, e);
    } catch (RuntimeException e) {
      HELD.remove(real);
      throw e;
    }
  }

  private static FileChannel lockedChannel(Path directory) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw inUse(directory, "another process");
      }
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static StoreException inUse(Path directory, String who) {
    return new StoreException(
        Kind.UNUSABLE,
        directory + " is in use by " + who + ": stop it, or use another data directory");
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new StoreException(Kind.IO, "cannot unlock " + directory, e);
    } finally {
      HELD.remove(directory);
    }
  }
}
