package io.gigafs.bench.compaction;

import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.NameOrder;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import io.gigafs.tablefs.schema.Keys;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The parts of an entry's key. */
enum Layout {
  /** Directory, position of the name, name: the store's layout. */
  HASH("by hash") {
    @Override
    byte[] key(byte[] name) {
      return EntryKey.of(DIRECTORY, ORDER.position(name), name).encoded();
    }

    @Override
    Cursor rowsOf(Engine engine, EntryRange part) {
      return engine.scan(Family.ENTRIES, Keys.entries(part));
    }

    @Override
    void remove(Engine engine, EntryRange part) {
      WriteRecords records = new WriteRecords();
      records.deleteRange(Family.ENTRIES, Keys.entries(part));
      engine.write(records, false);
    }
  },

  /** Directory, name. */
  NAME("by name") {
    @Override
    byte[] key(byte[] name) {
      return ByteBuffer.allocate(Long.BYTES + name.length).putLong(DIRECTORY).put(name).array();
    }

    /** Scans all rows of the directory and selects those of the part. */
    @Override
    Cursor rowsOf(Engine engine, EntryRange part) {
      return new RowsOfPart(
          engine.scan(Family.ENTRIES, all()),
          key -> {
            long position = ORDER.position(Arrays.copyOfRange(key, Long.BYTES, key.length));
            return Long.compareUnsigned(part.first(), position) <= 0
                && Long.compareUnsigned(position, part.last()) <= 0;
          });
    }

    /** Deletes rows one by one, because other rows are between them. */
    @Override
    void remove(Engine engine, EntryRange part) {
      WriteRecords records = new WriteRecords();
      try (Cursor rows = rowsOf(engine, part)) {
        while (rows.next()) {
          records.delete(Family.ENTRIES, rows.key());
        }
      }
      engine.write(records, false);
    }
  };

  static final long DIRECTORY = 2;
  private static final NameOrder ORDER = NameOrder.byHash();

  private final String label;

  Layout(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /** The key of a name in the only directory. */
  abstract byte[] key(byte[] name);

  /** The rows that a split of the directory at these positions moves, in the order of keys. */
  abstract Cursor rowsOf(Engine engine, EntryRange part);

  /** Removes them, as a split does at its end. */
  abstract void remove(Engine engine, EntryRange part);

  /** The range of the directory's rows. */
  static KeyRange all() {
    return Keys.entries(EntryRange.of(DIRECTORY));
  }
}
