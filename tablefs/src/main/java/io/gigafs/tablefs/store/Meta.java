package io.gigafs.tablefs.store;

import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.CorruptValueException;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.Keys;
import io.gigafs.tablefs.schema.MetaValue;
import io.gigafs.tablefs.schema.ValueReader;
import io.gigafs.tablefs.schema.ValueWriter;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Format, ids and counters of a store. Every write is durable when it returns. Thread-safe. */
final class Meta {
  private final Engine engine;
  private final String name;
  private final UUID id;
  private @Nullable UUID clusterId;

  private Meta(Engine engine, String name, UUID id, @Nullable UUID clusterId) {
    this.engine = engine;
    this.name = name;
    this.id = id;
    this.clusterId = clusterId;
  }

  /**
   * Reads the metadata of the store in an engine.
   *
   * @param name of the store, for messages
   * @return null if there is no store in the engine
   * @throws StoreException if the store has another format
   */
  static @Nullable Meta load(Engine engine, String name) {
    RowReader rows = new RowReader(engine);
    Long format = rows.get(Family.META, Keys.format(), MetaValue::decodeNumber);
    if (format == null) {
      return null;
    }
    Format.check(name, format);
    UUID id = rows.get(Family.META, Keys.store(), MetaValue::decodeId);
    if (id == null) {
      throw new StoreException(Kind.UNUSABLE, name + " has lost its id: restore it from a copy");
    }
    checkIds(engine, name);
    return new Meta(engine, name, id, rows.get(Family.META, Keys.cluster(), MetaValue::decodeId));
  }

  /** Detects an unreadable counter on opening: guessing its value could reuse ids. */
  private static void checkIds(Engine engine, String name) {
    ValueReader reader = new ValueReader();
    try (Cursor row = engine.scan(Family.META, Keys.allIds())) {
      while (row.next()) {
        try {
          MetaValue.decodeNumber(reader.over(row.value(), row.valueLength()));
        } catch (CorruptValueException e) {
          CorruptRowException damaged = e.ofRow(Family.META, row.key());
          throw new StoreException(
              Kind.UNUSABLE,
              name
                  + " cannot determine which inode ids are used: "
                  + damaged.getMessage()
                  + "; restore it from a checkpoint",
              damaged);
        }
      }
    }
  }

  /** Creates a fresh store in an engine. */
  static Meta create(Engine engine, String name, UUID id) {
    WriteRecords records = new WriteRecords();
    ValueWriter value = new ValueWriter();
    MetaValue.encodeNumber(Format.VERSION, value);
    records.put(Family.META, Keys.format(), value.toByteArray());
    MetaValue.encodeId(id, value.clear());
    records.put(Family.META, Keys.store(), value.toByteArray());
    engine.write(records, true);
    return new Meta(engine, name, id, null);
  }

  UUID id() {
    return id;
  }

  synchronized @Nullable UUID clusterId() {
    return clusterId;
  }

  synchronized void bindToCluster(UUID cluster) {
    if (cluster.equals(clusterId)) {
      return;
    }
    if (clusterId != null) {
      throw new StoreException(
          Kind.UNUSABLE,
          name
              + " belongs to cluster "
              + clusterId
              + ", not to "
              + cluster
              + ": give this server another data directory");
    }
    ValueWriter value = new ValueWriter();
    MetaValue.encodeId(cluster, value);
    write(Keys.cluster(), value);
    clusterId = cluster;
  }

  synchronized long reserveIds(int slot, int count) {
    if (count <= 0) {
      throw new IllegalArgumentException("cannot reserve " + count + " ids");
    }
    long first = idsReserved(slot);
    if (first > Store.LAST_ID - count + 1) {
      throw new StoreException(
          Kind.NO_SPACE, name + " has no " + count + " ids left for slot " + slot);
    }
    writeIds(slot, first + count);
    return first;
  }

  synchronized long idsReserved(int slot) {
    Function<ValueReader, Long> decoder = MetaValue::decodeNumber;
    Long next = new RowReader(engine).get(Family.META, Keys.ids(slot), decoder);
    return next == null ? Store.FIRST_ID : next;
  }

  synchronized void raiseIds(int slot, long lowest) {
    if (lowest < Store.FIRST_ID || lowest > Store.LAST_ID + 1) {
      throw new IllegalArgumentException("an id counter cannot have the value " + lowest);
    }
    if (idsReserved(slot) < lowest) {
      writeIds(slot, lowest);
    }
  }

  private void writeIds(int slot, long next) {
    ValueWriter value = new ValueWriter();
    MetaValue.encodeNumber(next, value);
    write(Keys.ids(slot), value);
  }

  private void write(byte[] key, ValueWriter value) {
    WriteRecords records = new WriteRecords();
    records.put(Family.META, key, value.bytes(), value.length());
    engine.write(records, true);
  }
}
