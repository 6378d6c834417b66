package io.gigafs.tablefs.store;

import static io.gigafs.tablefs.store.Fixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.RangeFile;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.Keys;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that rows of all families move with their entries between two engines in memory. */
final class RangeMoverTest {
  private static final EntryRange RANGE = new EntryRange(7, 0, 10);
  private static final byte[] INSIDE = key(7, 5, "name").encoded();
  private static final byte[] OUTSIDE = key(7, 11, "name").encoded();
  private static final byte[] VALUE = {42};

  @TempDir Path directory;
  private final Engine source = new MemoryDisk().open();
  private final Engine target = new MemoryDisk().open();

  private static byte[] attribute(byte[] key) {
    byte[] bytes = Arrays.copyOf(key, key.length + 2);
    bytes[bytes.length - 1] = 'x';
    return bytes;
  }

  private static void put(Engine engine, byte[] key) {
    WriteRecords records = new WriteRecords();
    records.put(Family.ENTRIES, key, VALUE);
    records.put(Family.INLINE, key, VALUE);
    records.put(Family.XATTRS, attribute(key), VALUE);
    records.put(Family.HOLDS, attribute(key), VALUE);
    engine.write(records, false);
  }

  private static long rows(Engine engine, Family family) {
    long rows = 0;
    try (Cursor cursor = engine.scan(family, Keys.entries(EntryRange.of(7)))) {
      while (cursor.next()) {
        rows++;
      }
    }
    return rows;
  }

  @Test
  void storeListsAllEntryFamilies() {
    assertThat(Store.ENTRY_FAMILIES)
        .containsExactlyInAnyOrderElementsOf(
            Family.OF_ENTRIES.stream().map(Family::label).toList());
  }

  @Test
  void allFamiliesOfAnEntryMove() {
    put(source, INSIDE);
    put(source, OUTSIDE);
    List<RangeFile> files = new RangeMover(source).extract(RANGE, directory).files();
    assertThat(files)
        .extracting(RangeFile::family)
        .containsExactly("holds", "xattrs", "inline", "entries");
    new RangeMover(target).install(RANGE, files);
    for (Family family : Family.OF_ENTRIES) {
      assertThat(rows(target, family)).as(family.label()).isEqualTo(1);
    }
    assertThat(target.get(Family.XATTRS, attribute(INSIDE), new byte[1])).isEqualTo(1);
  }

  @Test
  void installReplacesRowsOfAllFamilies() {
    put(target, INSIDE);
    put(target, OUTSIDE);
    new RangeMover(target).install(RANGE, List.of());
    for (Family family : Family.OF_ENTRIES) {
      assertThat(rows(target, family)).as(family.label()).isEqualTo(1);
    }
  }
}
