package io.gigafs.bench.virtualcache;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.fusesource.leveldbjni.JniDBFactory;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.WriteOptions;
import org.jspecify.annotations.Nullable;

/** LevelDB in this process, through JNI, with its own locks and without compression. */
final class LevelDbTarget implements ComparedStore {
  private static final int WRITE_BUFFER_BYTES = 32 << 20;
  private static final int READ_CACHE_BYTES = 64 << 20;

  private final DB database;

  LevelDbTarget(Path directory) throws IOException {
    Files.createDirectories(directory);
    this.database =
        JniDBFactory.factory.open(
            directory.toFile(),
            new Options()
                .createIfMissing(true)
                .compressionType(CompressionType.NONE)
                .writeBufferSize(WRITE_BUFFER_BYTES)
                .cacheSize(READ_CACHE_BYTES));
  }

  @Override
  public Session session() {
    return new LevelDbSession(database);
  }

  @Override
  public void save() {
    database.put(new byte[] {'s'}, new byte[0], new WriteOptions().sync(true));
  }

  @Override
  public void close() throws IOException {
    database.close();
  }

  private static final class LevelDbSession extends ArraySession {
    private final DB database;

    LevelDbSession(DB database) {
      super("LevelDB has no limit but memory");
      this.database = database;
    }

    @Override
    void put(String name, byte[] value) {
      database.put(name.getBytes(US_ASCII), value);
    }

    @Override
    byte @Nullable [] get(String name) {
      return database.get(name.getBytes(US_ASCII));
    }

    @Override
    public void remove(String name) {
      database.delete(name.getBytes(US_ASCII));
    }
  }
}
