package io.gigafs.cache.adapter;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.fusesource.leveldbjni.JniDBFactory;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.WriteBatch;
import org.iq80.leveldb.WriteOptions;
import org.jspecify.annotations.Nullable;

/**
 * LevelDB in this process, through JNI.
 *
 * <pre>
 * b KEY    the value
 * l KEY    its length (4), so that a scan reads no values
 * </pre>
 *
 * Both rows are written in one batch. Only one process can open a database.
 */
final class LevelDbStore implements ForeignStore {
  private static final byte VALUE = 'b';
  private static final byte LENGTH = 'l';

  private static final int WRITE_BUFFER_BYTES = 32 << 20;
  private static final int READ_CACHE_BYTES = 64 << 20;

  /** LevelDB has no limit; a batch holds the array of a value and its key. */
  private static final int MAX_VALUE_BYTES = 1 << 30;

  private static final int STRIPES = 64;

  private final StoreAddress address;
  private final Path directory;
  private final DB database;
  private final long capacityBytes;
  private final AtomicLong values = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  /** Serializes writers of one key, so that its length is counted correctly. */
  private final Object[] stripes = new Object[STRIPES];

  private LevelDbStore(StoreAddress address, Path directory, DB database) {
    this.address = address;
    this.directory = directory;
    this.database = database;
    this.capacityBytes = address.number("capacity", 0);
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Object();
    }
  }

  static LevelDbStore open(StoreAddress address) throws IOException {
    if (address.uri().getPath() == null) {
      throw new IllegalArgumentException(address + ": the URI names no directory");
    }
    Path directory = Files.createDirectories(Path.of(address.uri().getPath()));
    Options options =
        new Options()
            .createIfMissing(true)
            .compressionType(CompressionType.NONE)
            .writeBufferSize(WRITE_BUFFER_BYTES)
            .cacheSize(READ_CACHE_BYTES);
    DB database;
    try {
      database = JniDBFactory.factory.open(new File(directory.toString()), options);
    } catch (IOException | DBException e) {
      throw new IOException(address + ": cannot open the LevelDB database: " + e.getMessage(), e);
    } catch (UnsatisfiedLinkError e) {
      throw new IOException(
          address
              + ": LevelDB's native library does not load on this machine; it is for Linux on"
              + " x86-64: "
              + e.getMessage(),
          e);
    }
    LevelDbStore store = new LevelDbStore(address, directory, database);
    try {
      store.count();
      return store;
    } catch (IOException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private void count() throws IOException {
    scan(
        (key, length) -> {
          values.incrementAndGet();
          bytes.addAndGet(length);
        });
  }

  @Override
  public int maxValueBytes() {
    return MAX_VALUE_BYTES;
  }

  @Override
  public boolean put(String key, byte[] value) throws IOException {
    synchronized (stripe(key)) {
      int before = length(key);
      if (capacityBytes > 0 && bytes.get() - before + value.length > capacityBytes) {
        return false;
      }
      try (WriteBatch batch = database.createWriteBatch()) {
        batch.put(row(VALUE, key), value);
        batch.put(row(LENGTH, key), ByteBuffer.allocate(4).putInt(value.length).array());
        database.write(batch);
      } catch (DBException e) {
        throw failure(e);
      }
      values.addAndGet(before == 0 ? 1 : 0);
      bytes.addAndGet(value.length - before);
      return true;
    }
  }

  @Override
  public byte @Nullable [] get(String key) throws IOException {
    return read(row(VALUE, key));
  }

  @Override
  public boolean contains(String key) throws IOException {
    return length(key) > 0;
  }

  @Override
  public void remove(String key) throws IOException {
    synchronized (stripe(key)) {
      int before = length(key);
      if (before == 0) {
        return;
      }
      try (WriteBatch batch = database.createWriteBatch()) {
        batch.delete(row(VALUE, key));
        batch.delete(row(LENGTH, key));
        database.write(batch);
      } catch (DBException e) {
        throw failure(e);
      }
      values.decrementAndGet();
      bytes.addAndGet(-before);
    }
  }

  /** The length of a value, 0 for none: a value is never empty. */
  private int length(String key) throws IOException {
    byte[] row = read(row(LENGTH, key));
    return row == null ? 0 : ByteBuffer.wrap(row).getInt();
  }

  private byte @Nullable [] read(byte[] row) throws IOException {
    try {
      return database.get(row);
    } catch (DBException e) {
      throw failure(e);
    }
  }

  @Override
  public void scan(Visitor visitor) throws IOException {
    try (DBIterator rows = database.iterator()) {
      for (rows.seek(row(LENGTH, BlockName.PREFIX)); rows.hasNext(); ) {
        Map.Entry<byte[], byte[]> row = rows.next();
        String key = new String(row.getKey(), 1, row.getKey().length - 1, US_ASCII);
        if (row.getKey()[0] != LENGTH || !key.startsWith(BlockName.PREFIX)) {
          return;
        }
        visitor.visit(key, ByteBuffer.wrap(row.getValue()).getInt());
      }
    } catch (DBException e) {
      throw failure(e);
    }
  }

  @Override
  public Size size() throws IOException {
    long diskBytes = 0;
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        diskBytes += file.toFile().length();
      }
    }
    return new Size(
        values.get(),
        bytes.get() - values.get() * BlockValue.HEADER,
        capacityBytes,
        2L * WRITE_BUFFER_BYTES + READ_CACHE_BYTES,
        diskBytes,
        0);
  }

  /** Syncs the log; tables are synced when they are written. */
  @Override
  public void save() throws IOException {
    try (WriteBatch batch = database.createWriteBatch()) {
      batch.delete(new byte[] {'s'});
      database.write(batch, new WriteOptions().sync(true));
    } catch (DBException e) {
      throw failure(e);
    }
  }

  @Override
  public void close() throws IOException {
    save();
    database.close();
  }

  private Object stripe(String key) {
    return stripes[Math.floorMod(key.hashCode(), STRIPES)];
  }

  private static byte[] row(byte kind, String key) {
    byte[] name = key.getBytes(US_ASCII);
    return ByteBuffer.allocate(1 + name.length).put(kind).put(name).array();
  }

  private IOException failure(DBException e) {
    return new IOException(address + ": LevelDB failed: " + e.getMessage(), e);
  }
}
