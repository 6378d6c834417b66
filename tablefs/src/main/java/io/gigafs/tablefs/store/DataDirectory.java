package io.gigafs.tablefs.store;

import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.OwnerOnly;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.front.EngineFront;
import io.gigafs.tablefs.engine.front.StagingMemory;
import io.gigafs.tablefs.engine.rocksdb.RocksEngine;
import io.gigafs.tablefs.schema.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a store. {@value Marker#FILE} marks it as one, {@value DirectoryLock#FILE}
 * restricts it to one process, {@value #DATABASE} belongs to the engine, {@value #STAGING} contains
 * staged rows.
 *
 * <p>A fresh directory moves from empty to new (marker written) to complete (database created, its
 * meta rows synced, marker rewritten). A crash in state new starts over. Every refusal happens
 * before anything is written.
 */
final class DataDirectory implements EngineStore.Owned {
  private static final String DATABASE = "db";
  private static final String STAGING = "nursery";

  /**
   * Files that an empty directory may contain: those of a file system's root, and of an unfinished
   * creation.
   */
  private static final Set<String> NOT_OURS_TO_JUDGE =
      Set.of("lost+found", DataDirectoryLock.FILE, Marker.FILE + ".new");

  private final Path path;
  private final DataDirectoryLock lock;
  private final EngineFront engine;
  private final AcceptedLosses losses;
  private final long reserveBytes;
  private Marker marker;

  private DataDirectory(
      StoreSettings settings,
      DataDirectoryLock lock,
      EngineFront engine,
      AcceptedLosses losses,
      Marker marker) {
    this.path = settings.path();
    this.reserveBytes = settings.reserveBytes();
    this.lock = lock;
    this.engine = engine;
    this.losses = losses;
    this.marker = marker;
  }

  static DataDirectory open(StoreSettings wished) {
    Path path = wished.path();
    checkOrCreate(path);
    DiskPlan plan = DiskPlan.of(wished, diskBytes(path));
    StoreSettings settings =
        wished.toBuilder()
            .writeBufferBytes(plan.writeBufferBytes())
            .reserveBytes(plan.reserveBytes())
            .build();
    checkContents(settings);
    DataDirectoryLock lock = DataDirectoryLock.take(path);
    try {
      DataDirectory opened = openLocked(settings, lock);
      OwnerOnly.tighten(path);
      return opened;
    } catch (IOException e) {
      lock.close();
      throw new StoreException(Kind.IO, path + ": cannot make a store: " + e, e);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static DataDirectory openLocked(StoreSettings settings, DataDirectoryLock lock)
      throws IOException {
    Path path = settings.path();
    Path database = path.resolve(DATABASE);
    Marker marker = checkContents(settings); // again: the last lock holder may have created it
    AcceptedLosses losses =
        AcceptedLosses.of(path, settings.acceptsLoss(), System::currentTimeMillis);
    if (marker == null) {
      marker = Marker.fresh(UUID.randomUUID());
      marker.write(path);
    }
    if (!marker.complete()) {
      deleteTree(database);
      EngineFront made =
          front(staging(settings, losses), () -> RocksEngine.create(database, settings), settings);
      return new DataDirectory(settings, lock, made, losses, marker);
    }
    if (!Files.exists(database.resolve("CURRENT"))) {
      throw new StoreException(
          Kind.UNUSABLE, path + " has lost its database " + database + ": restore it from a copy");
    }
    boolean isMarked = marker.marked();
    EngineFront opened =
        front(
            staging(settings, losses),
            () -> RocksEngine.open(database, settings, isMarked, losses),
            settings);
    return new DataDirectory(settings, lock, opened, losses, marker);
  }

  /** Must be read before opening the database changes it. */
  private static StagingMemory staging(StoreSettings settings, AcceptedLosses losses) {
    return StagingMemory.ofFile(
        settings.path().resolve(STAGING),
        RocksEngine.isAfterKill(settings.path().resolve(DATABASE)),
        losses);
  }

  /** Opens the engine and its front. Closes all of it if that fails. */
  private static EngineFront front(
      StagingMemory staging, Supplier<Engine> opener, StoreSettings settings) {
    Engine engine;
    try {
      engine = opener.get();
    } catch (RuntimeException e) {
      staging.close();
      throw e;
    }
    return EngineFront.over(engine)
        .name(settings.path().toString())
        .staging(staging, Family.HOLDS, settings.durability() == Durability.INTERVAL)
        .caching(settings.rowCacheBytes(), settings.keyFilterBytes())
        .open();
  }

  private static void checkOrCreate(Path path) {
    if (!Files.exists(path)) {
      try {
        OwnerOnly.createFolders(path);
      } catch (IOException e) {
        throw new StoreException(Kind.UNUSABLE, "cannot make data directory " + path + ": " + e, e);
      }
    }
    if (!Files.isDirectory(path)) {
      throw new StoreException(
          Kind.UNUSABLE, path + " is not a directory: name one, or a path where one can be made");
    }
    if (!Files.isReadable(path) || !Files.isWritable(path) || !Files.isExecutable(path)) {
      throw new StoreException(
          Kind.UNUSABLE,
          path
              + " is not accessible to user "
              + System.getProperty("user.name")
              + ": give it read, write and search permission");
    }
  }

  /** The marker, or null if the directory is empty. Refuses any other contents. */
  private static @Nullable Marker checkContents(StoreSettings settings) {
    Path path = settings.path();
    Marker marker = Marker.read(path);
    if (marker != null) {
      checkCluster(settings, marker);
      checkOwner(settings, marker);
      return marker;
    }
    try (Stream<Path> files = Files.list(path)) {
      List<String> foreign =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> !NOT_OURS_TO_JUDGE.contains(name))
              .sorted()
              .limit(3)
              .collect(Collectors.toList());
      if (!foreign.isEmpty()) {
        throw new StoreException(
            Kind.UNUSABLE,
            path
                + " is not empty and not a store (it has "
                + String.join(", ", foreign)
                + "): use an empty directory");
      }
      return null;
    } catch (IOException e) {
      throw new StoreException(Kind.UNUSABLE, "cannot read " + path + ": " + e, e);
    }
  }

  private static void checkCluster(StoreSettings settings, Marker marker) {
    UUID expected = settings.cluster();
    if (expected != null && marker.cluster() != null && !expected.equals(marker.cluster())) {
      throw new StoreException(
          Kind.UNUSABLE,
          settings.path()
              + " belongs to cluster "
              + marker.cluster()
              + ", not to "
              + expected
              + ": use another directory, or that cluster");
    }
  }

  private static void checkOwner(StoreSettings settings, Marker marker) {
    String expected = settings.owner();
    if (expected != null && marker.owner() != null && !expected.equals(marker.owner())) {
      throw new StoreException(
          Kind.UNUSABLE,
          settings.path()
              + " is the store of "
              + marker.owner()
              + ", not of "
              + expected
              + ": a copy of it would serve stale data; use an empty directory, or start "
              + marker.owner());
    }
  }

  private static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    List<Path> found;
    try (Stream<Path> files = Files.walk(root)) {
      found = files.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
    }
    for (Path file : found) {
      Files.delete(file);
    }
  }

  private static long diskBytes(Path path) {
    try {
      return Files.getFileStore(path).getTotalSpace();
    } catch (IOException e) {
      throw new StoreException(Kind.IO, path + ": cannot read the size of the disk", e);
    }
  }

  /** Space to keep free on the disk, bytes. */
  long reserveBytes() {
    return reserveBytes;
  }

  /** The engine, which the caller closes before this directory. */
  EngineFront engine() {
    return engine;
  }

  UUID id() {
    return marker.id();
  }

  /**
   * Records that the database is complete.
   *
   * @param found the id in the database
   */
  void complete(UUID found) {
    if (!found.equals(marker.id())) {
      throw new StoreException(
          Kind.UNUSABLE,
          path
              + " is store "
              + marker.id()
              + ", its database is of store "
              + found
              + ": restore the matching database");
    }
    if (!marker.complete() || !marker.marked()) {
      rewrite(marker.asComplete().asMarked());
    }
  }

  AcceptedLosses losses() {
    return losses;
  }

  /** Records the owner of the store. A different owner is refused afterwards. */
  @Override
  public void ownedBy(String owner) {
    if (!owner.equals(marker.owner())) {
      rewrite(marker.ownedBy(owner));
    }
  }

  /**
   * Records the cluster, so that a server of another one refuses the directory without opening it.
   */
  @Override
  public void boundTo(UUID cluster) {
    if (!cluster.equals(marker.cluster())) {
      rewrite(marker.boundTo(cluster));
    }
  }

  /** Writes the marker last: without it the copy is no store. */
  @Override
  public void checkpoint(Path directory, Engine guarded) {
    try {
      OwnerOnly.createFolder(directory);
      guarded.checkpoint(directory.resolve(DATABASE));
      marker.write(directory);
      OwnerOnly.tighten(directory);
    } catch (IOException e) {
      throw new StoreException(Kind.IO, "cannot create checkpoint " + directory + ": " + e, e);
    }
  }

  private void rewrite(Marker next) {
    marker = next;
    try {
      marker.write(path);
    } catch (IOException e) {
      throw new StoreException(Kind.IO, path + ": cannot write " + Marker.FILE + ": " + e, e);
    }
  }

  /** Releases the directory. */
  @Override
  public void close() {
    lock.close();
  }

  /**
   * Divides a disk between a store and its free reserve. A deletion takes space first: in the log,
   * when the memtable is flushed, and in a merge, whose input tables are removed only when its
   * output exists. All of these are multiples of the write buffer, so a small disk gets a small
   * buffer.
   *
   * @param writeBufferBytes size at which memtables of entries are flushed
   * @param reserveBytes free space below which creates are refused
   */
  record DiskPlan(long writeBufferBytes, long reserveBytes) {
    /**
     * Write buffers that a store may need for deletions: four of log, four of flushed tables, eight
     * of a merge; see {@code Tuning}.
     */
    static final int BUFFERS_FOR_DELETIONS = 16;

    /** Deletions need at most an eighth of the disk, unless it is tiny. */
    private static final int BUFFERS_OF_A_DISK = 8 * BUFFERS_FOR_DELETIONS;

    private static final long MIN_BUFFER_BYTES = 1L << 20;

    /** The reserve beyond the needs of deletions is at most one part in this number of the disk. */
    private static final long RESERVE_PART = 20;

    static DiskPlan of(StoreSettings settings, long diskBytes) {
      long buffer =
          Math.min(
              settings.writeBufferBytes(),
              Math.max(MIN_BUFFER_BYTES, diskBytes / BUFFERS_OF_A_DISK));
      long wished = Math.min(settings.reserveBytes(), diskBytes / RESERVE_PART);
      long reserve =
          settings.reserveBytes() == 0 ? 0 : Math.max(wished, BUFFERS_FOR_DELETIONS * buffer);
      return new DiskPlan(buffer, reserve);
    }
  }
}
