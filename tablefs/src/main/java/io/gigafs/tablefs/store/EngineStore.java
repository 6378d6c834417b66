package io.gigafs.tablefs.store;

import io.gigafs.tablefs.Attached;
import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.RangeFile;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.Store.AttachedVisitor;
import io.gigafs.tablefs.Store.EntryVisitor;
import io.gigafs.tablefs.Store.ExtractedRange;
import io.gigafs.tablefs.Store.PartitionVisitor;
import io.gigafs.tablefs.StoreHealth;
import io.gigafs.tablefs.StoreStatistics;
import io.gigafs.tablefs.StoredReply;
import io.gigafs.tablefs.StoredRow;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.front.EngineFront;
import io.gigafs.tablefs.schema.CorruptValueException;
import io.gigafs.tablefs.schema.EntryValue;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import io.gigafs.tablefs.schema.Keys;
import io.gigafs.tablefs.schema.PartitionValue;
import io.gigafs.tablefs.schema.ValueReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The store over any engine. Owns the engine, and the threads that sync it and monitor its disk.
 */
final class EngineStore implements Store {
  private final EngineFront engine;
  private final DiskCare care;
  private final Meta meta;
  private final Durability durability;
  private final RangeMover ranges;
  private final ThreadLocal<RowReader> rows;
  private final Owned alsoOwned;
  private @Nullable LogSyncer syncer;
  private @Nullable Clockwork maintenance;

  private boolean closed;

  /**
   * A store over an engine, which it owns from now on.
   *
   * @param alsoOwned closed after the engine
   */
  EngineStore(
      EngineFront engine, DiskCare care, Meta meta, Durability durability, Owned alsoOwned) {
    this.engine = engine;
    this.care = care;
    this.meta = meta;
    this.durability = durability;
    this.ranges = new RangeMover(engine);
    this.rows = ThreadLocal.withInitial(() -> new RowReader(engine));
    this.alsoOwned = alsoOwned;
  }

  /** Starts syncing the log periodically. */
  void syncEvery(long intervalMillis) {
    syncer = new LogSyncer(engine, intervalMillis);
  }

  /** Starts monitoring the disk periodically. */
  void tendEvery(long intervalMillis) {
    care.maintain();
    maintenance = new Clockwork("tablefs-care", intervalMillis, this::maintain);
  }

  @Override
  public UUID id() {
    return meta.id();
  }

  @Override
  public @Nullable UUID clusterId() {
    return meta.clusterId();
  }

  @Override
  public void bindToCluster(UUID clusterId) {
    meta.bindToCluster(clusterId);
    alsoOwned.boundTo(clusterId);
  }

  @Override
  public void bindToOwner(String owner) {
    alsoOwned.ownedBy(owner);
  }

  @Override
  public Batch newBatch() {
    return new StoreBatch(engine);
  }

  @Override
  public void commit(Batch batch) {
    if (!(batch instanceof StoreBatch records && records.isOf(engine))) {
      throw new IllegalArgumentException("the batch was not made by this store");
    }
    write(records.records());
  }

  private void write(WriteRecords records) {
    if (records.isEmpty()) {
      return;
    }
    engine.write(records, durability == Durability.ALWAYS && !records.isOfHoldsAlone());
    LogSyncer running = syncer;
    if (running != null) {
      running.written();
    }
  }

  @Override
  public void sync() {
    engine.sync();
  }

  @Override
  public @Nullable Attributes getEntry(EntryKey key) {
    return rows.get().get(Family.ENTRIES, key.encoded(), EntryValue::decode);
  }

  @Override
  public byte @Nullable [] getInline(EntryKey key) {
    return rows.get().bytes(Family.INLINE, key.encoded());
  }

  @Override
  public void scanReclaim(byte @Nullable [] after, Predicate<byte[]> visitor) {
    scan(Family.RECLAIM, allAfter(after), (row, reader) -> visitor.test(Keys.location(row.key())));
  }

  @Override
  public void scanEntries(EntryRange range, @Nullable EntryKey after, EntryVisitor visitor) {
    KeyRange keys = Keys.entries(range);
    scan(
        Family.ENTRIES,
        after == null ? keys : keys.after(after.encoded()),
        (row, reader) -> visitor.visit(Keys.entry(row.key()), EntryValue.decode(reader)));
  }

  @Override
  public void scanAttached(Attachment kind, EntryRange range, AttachedVisitor visitor) {
    scanAttached(kind, Keys.entries(range), visitor);
  }

  @Override
  public void scanAttached(
      Attachment kind,
      EntryRange range,
      AttachedVisitor visitor,
      Consumer<CorruptRowException> damaged) {
    scan(StoreBatch.familyOf(kind), Keys.entries(range), attachedRows(visitor), damaged);
  }

  @Override
  public void scanAllAttached(Attachment kind, @Nullable EntryKey after, AttachedVisitor visitor) {
    scanAttached(kind, after == null ? Keys.all() : Keys.attachedBehind(after), visitor);
  }

  @Override
  public void scanAllAttached(
      Attachment kind, AttachedVisitor visitor, Consumer<CorruptRowException> damaged) {
    scan(StoreBatch.familyOf(kind), Keys.all(), attachedRows(visitor), damaged);
  }

  private void scanAttached(Attachment kind, KeyRange range, AttachedVisitor visitor) {
    scan(StoreBatch.familyOf(kind), range, attachedRows(visitor));
  }

  private static RowVisitor attachedRows(AttachedVisitor visitor) {
    return (row, reader) ->
        visitor.visit(
            Keys.entryOfAttached(row.key()), new Attached(Keys.label(row.key()), body(row)));
  }

  @Override
  public EntryCounts countEntries(EntryRange range) {
    EntryCounter counter = new EntryCounter();
    scan(Family.ENTRIES, Keys.entries(range), (row, value) -> counter.add(value));
    return counter.counts();
  }

  @Override
  public @Nullable PartitionHeader getPartition(PartitionKey key) {
    return rows.get()
        .get(
            Family.PARTITIONS,
            Keys.partition(key),
            reader -> PartitionValue.decode(reader, key.index()));
  }

  @Override
  public void scanPartitions(int slot, PartitionVisitor visitor) {
    scan(Family.PARTITIONS, Keys.slot(slot), (row, reader) -> visitHeader(row, reader, visitor));
  }

  @Override
  public void scanPartitions(
      int slot, PartitionVisitor visitor, Consumer<CorruptRowException> damaged) {
    scan(
        Family.PARTITIONS,
        Keys.slot(slot),
        (row, reader) -> visitHeader(row, reader, visitor),
        damaged);
  }

  @Override
  public CorruptRowException damaged(PartitionKey key, RuntimeException cause) {
    return CorruptValueException.of(cause).ofRow(Family.PARTITIONS, Keys.partition(key));
  }

  private static boolean visitHeader(Cursor row, ValueReader reader, PartitionVisitor visitor) {
    PartitionKey key = Keys.partition(row.key());
    return visitor.visit(key, PartitionValue.decode(reader, key.index()));
  }

  @Override
  public List<Intent> intents(int slot) {
    List<Intent> found = new ArrayList<>();
    scan(
        Family.INTENTS,
        Keys.slot(slot),
        (row, reader) -> found.add(new Intent(slot, Keys.transaction(row.key()), body(row))));
    return found;
  }

  @Override
  public List<StoredReply> replies(long directory, int partition) {
    return replies(directory, partition, EngineStore::refuse);
  }

  @Override
  public List<StoredReply> replies(
      long directory, int partition, Consumer<CorruptRowException> damaged) {
    List<StoredReply> found = new ArrayList<>();
    scan(
        Family.REPLIES,
        Keys.replies(directory, partition),
        (row, reader) -> found.add(new StoredReply(Keys.reply(row.key()), body(row))),
        damaged);
    return found;
  }

  private static void refuse(CorruptRowException damaged) {
    throw damaged;
  }

  @Override
  public void scanAllEntries(@Nullable EntryKey after, EntryVisitor visitor) {
    scan(
        Family.ENTRIES,
        allAfter(after == null ? null : after.encoded()),
        (row, reader) -> visitor.visit(Keys.entry(row.key()), EntryValue.decode(reader)));
  }

  @Override
  public void scanAllPartitions(@Nullable PartitionKey after, PartitionVisitor visitor) {
    scan(
        Family.PARTITIONS,
        allAfter(after == null ? null : Keys.partition(after)),
        (row, reader) -> visitHeader(row, reader, visitor));
  }

  @Override
  public void scanAllReplies(StoredReply.@Nullable Key after, Predicate<StoredReply> visitor) {
    scan(
        Family.REPLIES,
        allAfter(after == null ? null : Keys.reply(after)),
        (row, reader) -> visitor.test(new StoredReply(Keys.reply(row.key()), body(row))));
  }

  @Override
  public List<Intent> allIntents() {
    List<Intent> found = new ArrayList<>();
    scan(
        Family.INTENTS,
        Keys.all(),
        (row, reader) ->
            found.add(
                new Intent(Keys.intentSlot(row.key()), Keys.transaction(row.key()), body(row))));
    return found;
  }

  private static KeyRange allAfter(byte @Nullable [] key) {
    return key == null ? Keys.all() : Keys.all().after(key);
  }

  private static byte[] body(Cursor row) {
    return Arrays.copyOf(row.value(), row.valueLength());
  }

  @Override
  public long reserveIds(int slot, int count) {
    return meta.reserveIds(slot, count);
  }

  @Override
  public long idsReserved(int slot) {
    return meta.idsReserved(slot);
  }

  @Override
  public void raiseIds(int slot, long lowest) {
    meta.raiseIds(slot, lowest);
  }

  @Override
  public ExtractedRange extract(EntryRange range, Path directory) {
    return ranges.extract(range, directory);
  }

  @Override
  public void install(EntryRange range, List<RangeFile> files) {
    engine.checkWritable();
    ranges.install(range, files);
  }

  @Override
  public Optional<List<StoredRow>> readRows(EntryRange range, long maxBytes) {
    return ranges.readRows(range, maxBytes);
  }

  @Override
  public void writeRows(EntryRange range, List<StoredRow> rows) {
    engine.checkWritable();
    write(ranges.replace(range, rows));
  }

  @Override
  public List<StoredRow> rawRows(String family, byte[] key) {
    Family ofRow = Family.ofLabel(family);
    List<StoredRow> found = new ArrayList<>();
    addRaw(ofRow, key, found);
    if (ofRow == Family.ENTRIES && Keys.isEntry(key)) {
      addRaw(Family.INLINE, key, found);
      for (Family hanging : List.of(Family.XATTRS, Family.HOLDS)) {
        try (Cursor row = engine.scan(hanging, Keys.attached(Keys.entry(key.clone())))) {
          while (row.next()) {
            found.add(new StoredRow(hanging.label(), row.key(), body(row)));
          }
        }
      }
    }
    return found;
  }

  private void addRaw(Family family, byte[] key, List<StoredRow> to) {
    byte[] value = rows.get().bytes(family, key);
    if (value != null) {
      to.add(new StoredRow(family.label(), key, value));
    }
  }

  @Override
  public void deleteRaw(List<StoredRow> raw) {
    WriteRecords records = new WriteRecords();
    for (StoredRow row : raw) {
      records.delete(Family.ofLabel(row.family()), row.key());
    }
    if (!records.isEmpty()) {
      engine.write(records, true);
    }
  }

  @Override
  public void checkpoint(Path directory) {
    alsoOwned.checkpoint(directory, engine);
  }

  @Override
  public void checkRoom() {
    care.checkRoom();
  }

  @Override
  public StoreHealth health() {
    return care.health();
  }

  @Override
  public void settleLosses() {
    care.settleLosses();
  }

  @Override
  public void maintain() {
    care.maintain();
    engine.maintain();
  }

  @Override
  public StoreStatistics statistics() {
    return engine.statistics();
  }

  @Override
  public synchronized void close() {
    try {
      stopThreads();
      if (!closed && engine.failure() == null) {
        closed = true;
        engine.sync();
      }
    } finally {
      try (alsoOwned) {
        engine.close();
      }
    }
  }

  private void stopThreads() {
    Clockwork caring = maintenance;
    if (caring != null) {
      caring.close();
    }
    LogSyncer running = syncer;
    if (running != null) {
      running.close();
    }
  }

  private void scan(Family family, KeyRange keys, RowVisitor visitor) {
    scan(family, keys, visitor, EngineStore::refuse);
  }

  private void scan(
      Family family, KeyRange keys, RowVisitor visitor, Consumer<CorruptRowException> damaged) {
    ValueReader reader = new ValueReader();
    try (Cursor row = engine.scan(family, keys)) {
      boolean goesOn = true;
      while (goesOn && row.next()) {
        try {
          goesOn = visitor.visit(row, reader.over(row.value(), row.valueLength()));
        } catch (CorruptValueException e) {
          damaged.accept(e.ofRow(family, row.key()));
        }
      }
    }
  }

  /** The location of the store, closed with it. */
  @FunctionalInterface
  interface Owned extends AutoCloseable {
    /** Records the cluster of the store. */
    default void boundTo(UUID cluster) {}

    /** Records the owner of the store. */
    default void ownedBy(String owner) {}

    /** Copies the location, with a checkpoint of the engine in it. */
    default void checkpoint(Path directory, Engine engine) {
      engine.checkpoint(directory);
    }

    @Override
    void close();
  }

  @FunctionalInterface
  private interface RowVisitor {
    /** Returns whether the scan should continue. */
    boolean visit(Cursor row, ValueReader value);
  }
}
