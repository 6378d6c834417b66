package io.gigafs.bench.virtualcache;

import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.adapter.CacheStores;
import io.gigafs.cache.segment.SegmentSettings;
import io.gigafs.cache.segment.SegmentStore;
import io.gigafs.cache.service.CacheClient;
import io.gigafs.cache.service.CacheClientSettings;
import io.gigafs.cache.value.StoredValues;
import io.gigafs.cache.value.ValueBlocks;
import io.gigafs.cache.value.ValueInput;
import io.gigafs.cache.value.ValueInput.ValueEvictedException;
import io.gigafs.cache.value.ValueOutput;
import io.gigafs.cache.value.ValueSettings;
import io.gigafs.cache.value.ValueStore;
import io.gigafs.cli.Giga;
import io.gigafs.cluster.Endpoint;
import io.gigafs.rpc.Clock;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** Giga's cache of values: in this process, and through its service. */
final class NativeStores {
  private static final String MEMORY = "memory=";
  private static final int CONNECT_MILLIS = 5000;

  /** The heap of a server: its index of blocks, and values in transit. */
  private static final String HEAP = "-Xmx512m";

  private NativeStores() {}

  /** The command that starts the service. */
  static List<String> serverCommand(Path directory, int port, long memoryBytes) {
    return List.of(
        TestClient.java(),
        HEAP,
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        Giga.class.getName(),
        "cache",
        "serve",
        "--dir",
        directory.toString(),
        "--memory",
        Long.toString(memoryBytes),
        "--listen",
        "127.0.0.1:" + port);
  }

  /** Opens {@code native:DIR?memory=BYTES}, or {@code service://HOST:PORT}. */
  static ComparedStore open(URI store, int timeoutMillis) throws IOException {
    if (store.getScheme().equals(StoreKind.SERVICE.toString())) {
      return new ValueTarget(
          new CacheClient(
              Endpoint.parse(store.getHost() + ":" + store.getPort()),
              CacheClientSettings.DEFAULTS.withTimeouts(CONNECT_MILLIS, timeoutMillis)),
          null);
    }
    String[] parts = store.getSchemeSpecificPart().split("\\?" + MEMORY, 2);
    SegmentStore blocks =
        SegmentStore.open(
            SegmentSettings.of(Path.of(parts[0]), Long.parseLong(parts[1])), Clock.system());
    ValueBlocks valueBlocks = new ValueBlocks(blocks);
    valueBlocks.startSweep();
    return new ValueTarget(values(valueBlocks), blocks);
  }

  /** Opens another store through its adapter: {@code blocks+SCHEME:...}. */
  static ComparedStore openBlocks(String scheme, URI store, int timeoutMillis) throws IOException {
    String place =
        scheme.equals(StoreKind.LEVELDB.toString())
            ? "leveldb:" + store.getPath()
            : (scheme.equals(StoreKind.OPENSEARCH.toString()) ? "opensearch+http" : scheme)
                + "://"
                + store.getAuthority()
                + (scheme.equals(StoreKind.OPENSEARCH.toString()) ? "/blocks" : "")
                + "?timeout="
                + timeoutMillis;
    CacheStore blocks = CacheStores.open(URI.create(place));
    return new ValueTarget(values(new ValueBlocks(blocks)), blocks);
  }

  private static ValueStore values(ValueBlocks blocks) {
    return new StoredValues(
        blocks,
        ValueSettings.DEFAULTS,
        new Random(new SecureRandom().nextLong()),
        ForkJoinPool.commonPool());
  }

  /**
   * A store of values: whole ones, and streams for long ones.
   *
   * @param blocks to be saved, if this process has them
   */
  private record ValueTarget(ValueStore values, @Nullable CacheStore blocks)
      implements ComparedStore {
    @Override
    public Session session() {
      return new ValueSession(values);
    }

    @Override
    public void save() throws IOException {
      if (blocks != null) {
        blocks.save();
      }
    }

    @Override
    public void close() throws IOException {
      values.close();
    }
  }

  private static final class ValueSession implements ComparedStore.Session {
    private final ValueStore values;
    private @Nullable ByteBuffer buffer;

    ValueSession(ValueStore values) {
      this.values = values;
    }

    @Override
    public void put(String name, int key, TestValue value) throws IOException {
      if (!(value.isStream()
          ? write(name, key, value)
          : values.put(key(name), value.chunk(key, 0)))) {
        throw new IOException("refused");
      }
    }

    private boolean write(String name, int key, TestValue value) throws IOException {
      try (ValueOutput output = values.create(key(name))) {
        for (long at = 0; at < value.length(); at += TestValue.CHUNK_BYTES) {
          output.write(value.chunk(key, at));
        }
        return output.commit();
      }
    }

    @Override
    public boolean get(String name, int key, TestValue value) throws IOException {
      ByteBuffer into = buffer(value);
      if (value.isStream()) {
        return read(name, key, value, into);
      }
      long length = values.get(key(name), into.clear());
      if (length == ValueStore.MISS) {
        return false;
      }
      checkLength(name, length, value);
      value.check(key, 0, into.flip());
      return true;
    }

    /** A value that is evicted during the read counts as absent. */
    private boolean read(String name, int key, TestValue value, ByteBuffer into)
        throws IOException {
      try (ValueInput input = values.open(key(name))) {
        if (input == null) {
          return false;
        }
        checkLength(name, input.length(), value);
        for (long at = 0; at < value.length(); at += into.limit()) {
          into.clear().limit((int) Math.min(into.capacity(), value.length() - at));
          while (into.hasRemaining()) {
            if (input.read(into) < 0) {
              throw new TestValue.WrongBytesException(name + " ends early");
            }
          }
          value.check(key, at, into.flip());
        }
        return true;
      } catch (ValueEvictedException e) {
        return false;
      }
    }

    private static void checkLength(String name, long length, TestValue value) throws IOException {
      if (length != value.length()) {
        throw new TestValue.WrongBytesException(
            name + " has " + length + " bytes, not " + value.length());
      }
    }

    private ByteBuffer buffer(TestValue value) {
      int length = value.isStream() ? TestValue.CHUNK_BYTES : Math.toIntExact(value.length());
      if (buffer == null || buffer.capacity() != length) {
        buffer = ByteBuffer.allocateDirect(length);
      }
      return buffer;
    }

    @Override
    public void remove(String name) throws IOException {
      values.remove(key(name));
    }

    private static CacheKey key(String name) {
      return CacheKey.of(name);
    }
  }
}
