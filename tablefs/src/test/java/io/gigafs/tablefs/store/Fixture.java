package io.gigafs.tablefs.store;

import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.QuotaLimits;
import io.gigafs.tablefs.Store;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Keys, values and shortcuts for tests of stores. */
final class Fixture {
  private Fixture() {}

  static EntryKey key(long directory, long position, String name) {
    return EntryKey.of(directory, position, name.getBytes(StandardCharsets.UTF_8));
  }

  static Attributes file(long inode) {
    return new Attributes(inode, FileType.REGULAR, 0644, 1000, 1000, 0, 1, 5, 5, 5, 0);
  }

  static Attributes directory(long inode, long changedNanos) {
    return new Attributes(inode, FileType.DIRECTORY, 0755, 0, 0, 0, 2, 1, 2, changedNanos, 0);
  }

  static PartitionHeader header(int depth) {
    return new PartitionHeader(
        depth,
        new byte[] {1},
        2,
        0755,
        0,
        0,
        new byte[0],
        0,
        QuotaLimits.NONE,
        3,
        1,
        6,
        7,
        8,
        9,
        true,
        PartitionHeader.State.ACTIVE,
        0,
        new byte[0]);
  }

  static void commit(Store store, Consumer<Batch> records) {
    Batch batch = store.newBatch();
    records.accept(batch);
    store.commit(batch);
  }

  static void put(Store store, EntryKey key, Attributes attributes) {
    commit(store, batch -> batch.putEntry(key, attributes));
  }

  static Map<EntryKey, Attributes> entries(Store store, EntryRange range) {
    Map<EntryKey, Attributes> entries = new LinkedHashMap<>();
    store.scanEntries(
        range,
        null,
        (key, attributes) -> {
          entries.put(key, attributes);
          return true;
        });
    return entries;
  }
}
