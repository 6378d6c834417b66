package io.gigafs.server;

import io.gigafs.tablefs.StoreSettings;
import java.nio.file.Path;

/**
 * Memory limits of a server's store, in bytes; {@link StoreSettings} describes each of them.
 * Invalid values are refused with the server's name for the setting.
 *
 * @param rowCacheBytes 0 for no row cache and no key filter
 * @param keyFilterBytes heap; all others are native memory
 */
public record StoreMemory(
    long blockCacheBytes, long rowCacheBytes, long keyFilterBytes, long writeBufferBytes) {
  private static final long KIB = 1L << 10;
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;

  public StoreMemory {
    check("block-cache", blockCacheBytes, MIB, "1m", 1_024 * GIB, "1024g");
    check("row-cache", rowCacheBytes, 0, "0", 1_024 * GIB, "1024g");
    check("key-filter", keyFilterBytes, 16 * KIB, "16k", 64 * GIB, "64g");
    check("write-buffer", writeBufferBytes, 4 * MIB, "4m", 1_024 * GIB, "1024g");
  }

  private static void check(
      String setting, long bytes, long least, String leastText, long most, String mostText) {
    if (bytes < least || bytes > most) {
      throw new IllegalArgumentException(
          setting + " is " + leastText + " to " + mostText + ", not " + bytes);
    }
  }

  /** The defaults of a store; some depend on the size of the JVM's heap. */
  static StoreMemory usual() {
    StoreSettings usual = StoreSettings.of(Path.of(""));
    return new StoreMemory(
        usual.blockCacheBytes(),
        usual.rowCacheBytes(),
        usual.keyFilterBytes(),
        usual.writeBufferBytes());
  }

  void applyTo(StoreSettings.Builder store) {
    store
        .blockCacheBytes(blockCacheBytes)
        .rowCacheBytes(rowCacheBytes)
        .keyFilterBytes(keyFilterBytes)
        .writeBufferBytes(writeBufferBytes);
  }

  public StoreMemory withBlockCache(long bytes) {
    return new StoreMemory(bytes, rowCacheBytes, keyFilterBytes, writeBufferBytes);
  }

  public StoreMemory withRowCache(long bytes) {
    return new StoreMemory(blockCacheBytes, bytes, keyFilterBytes, writeBufferBytes);
  }

  public StoreMemory withKeyFilter(long bytes) {
    return new StoreMemory(blockCacheBytes, rowCacheBytes, bytes, writeBufferBytes);
  }

  public StoreMemory withWriteBuffer(long bytes) {
    return new StoreMemory(blockCacheBytes, rowCacheBytes, keyFilterBytes, bytes);
  }
}
