package io.gigafs.tablefs;

import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How a store is opened. Immutable. An invalid value is refused, with the setting's name, when the
 * settings are built.
 */
public final class StoreSettings {
  private static final long MIB = 1L << 20;

  private final Path path;
  private final @Nullable UUID cluster;
  private final Durability durability;
  private final long syncIntervalMillis;
  private final long blockCacheBytes;
  private final long rowCacheBytes;
  private final long keyFilterBytes;
  private final long writeBufferBytes;
  private final int backgroundJobs;
  private final int maxOpenFiles;
  private final long reserveBytes;
  private final boolean acceptsLoss;
  private final @Nullable String owner;

  private StoreSettings(Builder builder) {
    path = builder.path.toAbsolutePath().normalize();
    cluster = builder.cluster;
    durability = builder.durability;
    syncIntervalMillis =
        check("syncIntervalMillis", builder.syncIntervalMillis, 1, 24L * 60 * 60 * 1_000);
    blockCacheBytes = check("blockCacheBytes", builder.blockCacheBytes, MIB, Long.MAX_VALUE);
    rowCacheBytes = check("rowCacheBytes", builder.rowCacheBytes, 0, 1L << 40);
    keyFilterBytes = check("keyFilterBytes", builder.keyFilterBytes, 1 << 14, 1L << 36);
    writeBufferBytes = check("writeBufferBytes", builder.writeBufferBytes, MIB, 1L << 40);
    backgroundJobs = (int) check("backgroundJobs", builder.backgroundJobs, 2, 64);
    maxOpenFiles = (int) check("maxOpenFiles", builder.maxOpenFiles, 64, 10_000_000);
    reserveBytes = check("reserveBytes", builder.reserveBytes, 0, 1L << 50);
    acceptsLoss = builder.acceptsLoss;
    owner = builder.owner;
  }

  private static long check(String setting, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "setting " + setting + " is " + least + ".." + most + ", not " + value);
    }
    return value;
  }

  /** Settings of a store in a data directory, with defaults for all others. */
  public static StoreSettings of(Path path) {
    return builder(path).build();
  }

  /** Starts from the defaults. */
  public static Builder builder(Path path) {
    return new Builder(path);
  }

  /** Starts from these settings. */
  public Builder toBuilder() {
    return builder(path)
        .cluster(cluster)
        .durability(durability)
        .syncIntervalMillis(syncIntervalMillis)
        .blockCacheBytes(blockCacheBytes)
        .rowCacheBytes(rowCacheBytes)
        .keyFilterBytes(keyFilterBytes)
        .writeBufferBytes(writeBufferBytes)
        .backgroundJobs(backgroundJobs)
        .maxOpenFiles(maxOpenFiles)
        .reserveBytes(reserveBytes)
        .acceptsLoss(acceptsLoss)
        .owner(owner);
  }

  /** The data directory, absolute. It is created, with its parents, if it does not exist. */
  public Path path() {
    return path;
  }

  /**
   * The cluster that the store must belong to, if it is bound to one; null accepts any. Default
   * null.
   */
  public @Nullable UUID cluster() {
    return cluster;
  }

  /** When a committed batch is on the disk. Default {@link Durability#INTERVAL}. */
  public Durability durability() {
    return durability;
  }

  /**
   * With {@link Durability#INTERVAL}, the time between two syncs of the log, milliseconds: 1 to a
   * day, default 5,000.
   */
  public long syncIntervalMillis() {
    return syncIntervalMillis;
  }

  /**
   * Memory for blocks, indexes and filters of tables, bytes, shared by all families: 1 MiB and
   * more, default 256 MiB.
   */
  public long blockCacheBytes() {
    return blockCacheBytes;
  }

  /**
   * Native memory for recently written or read entry rows, bytes: 0, for none, to 1 TiB. The
   * default is 256 MiB, or half of the JVM's maximum heap if that is less, because the JVM limits
   * direct memory to the size of the heap by default.
   */
  public long rowCacheBytes() {
    return rowCacheBytes;
  }

  /**
   * Heap for the filter that proves that an entry does not exist, bytes: 16 KiB to 64 GiB. The
   * default is 192 MiB, or a quarter of the JVM's maximum heap if that is less; 512 MiB suffice for
   * 125 million entries. An entry takes 8 to 16 bits; with more entries creates become slower. A
   * rebuild takes twice the memory. Without memory for rows there is no filter.
   */
  public long keyFilterBytes() {
    return keyFilterBytes;
  }

  /**
   * Size at which a memtable of entries is flushed, bytes: 1 MiB to 1 TiB, default 64 MiB. All
   * memtables together take up to four times this size; so does the log. On a disk of less than 128
   * times this size it is a 128th of the disk, at least 1 MiB.
   */
  public long writeBufferBytes() {
    return writeBufferBytes;
  }

  /** Threads for flushes and compactions: 2 to 64, default 2. */
  public int backgroundJobs() {
    return backgroundJobs;
  }

  /**
   * Maximum number of open table files: 64 and more, default 4,096. The process needs a higher
   * limit of open files.
   */
  public int maxOpenFiles() {
    return maxOpenFiles;
  }

  /**
   * Space on the disk that is reserved for deletions and for background work of the engine, bytes:
   * 0 to 1 PiB, default 256 MiB; 0 reserves none. Otherwise it is at most a twentieth of the disk,
   * and at least 16 write buffers, which deletions may need. While less is free, {@link
   * Store#checkRoom} fails.
   */
  public long reserveBytes() {
    return reserveBytes;
  }

  /**
   * Whether to open a store that has lost data; default false. {@link Store#health} reports the
   * loss from then on.
   */
  public boolean acceptsLoss() {
    return acceptsLoss;
  }

  /**
   * The required owner of the store, such as a server id, if it is bound to one; null accepts any.
   * Default null.
   */
  public @Nullable String owner() {
    return owner;
  }

  /** Collects settings. */
  public static final class Builder {
    private final Path path;
    private @Nullable UUID cluster;
    private Durability durability = Durability.INTERVAL;
    private long syncIntervalMillis = 5_000;
    private long blockCacheBytes = 256 * MIB;
    private long rowCacheBytes = Math.min(256 * MIB, Runtime.getRuntime().maxMemory() / 2);
    private long keyFilterBytes = Math.min(192 * MIB, Runtime.getRuntime().maxMemory() / 4);
    private long writeBufferBytes = 64 * MIB;
    private int backgroundJobs = 2;
    private int maxOpenFiles = 4_096;
    private long reserveBytes = 256 * MIB;
    private boolean acceptsLoss;
    private @Nullable String owner;

    private Builder(Path path) {
      this.path = Objects.requireNonNull(path, "path");
    }

    /** See {@link StoreSettings#cluster}. */
    public Builder cluster(@Nullable UUID value) {
      cluster = value;
      return this;
    }

    /** See {@link StoreSettings#durability}. */
    public Builder durability(Durability value) {
      durability = Objects.requireNonNull(value, "durability");
      return this;
    }

    /** See {@link StoreSettings#syncIntervalMillis}. */
    public Builder syncIntervalMillis(long value) {
      syncIntervalMillis = value;
      return this;
    }

    /** See {@link StoreSettings#blockCacheBytes}. */
    public Builder blockCacheBytes(long value) {
      blockCacheBytes = value;
      return this;
    }

    /** See {@link StoreSettings#rowCacheBytes}. */
    public Builder rowCacheBytes(long value) {
      rowCacheBytes = value;
      return this;
    }

    /** See {@link StoreSettings#keyFilterBytes}. */
    public Builder keyFilterBytes(long value) {
      keyFilterBytes = value;
      return this;
    }

    /** See {@link StoreSettings#writeBufferBytes}. */
    public Builder writeBufferBytes(long value) {
      writeBufferBytes = value;
      return this;
    }

    /** See {@link StoreSettings#backgroundJobs}. */
    public Builder backgroundJobs(int value) {
      backgroundJobs = value;
      return this;
    }

    /** See {@link StoreSettings#maxOpenFiles}. */
    public Builder maxOpenFiles(int value) {
      maxOpenFiles = value;
      return this;
    }

    /** See {@link StoreSettings#reserveBytes}. */
    public Builder reserveBytes(long value) {
      reserveBytes = value;
      return this;
    }

    /** See {@link StoreSettings#acceptsLoss}. */
    public Builder acceptsLoss(boolean value) {
      acceptsLoss = value;
      return this;
    }

    /** See {@link StoreSettings#owner}. */
    public Builder owner(@Nullable String value) {
      owner = value;
      return this;
    }

    /**
     * Builds the settings.
     *
     * @throws IllegalArgumentException if one is out of its bounds; the message names it
     */
    public StoreSettings build() {
      return new StoreSettings(this);
    }
  }
}
