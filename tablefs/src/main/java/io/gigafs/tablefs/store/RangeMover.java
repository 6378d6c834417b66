package io.gigafs.tablefs.store;

import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.RangeFile;
import io.gigafs.tablefs.Store.ExtractedRange;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoredRow;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import io.gigafs.tablefs.schema.Keys;
import io.gigafs.tablefs.schema.ValueReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Exports ranges as sorted files and installs such files.
 *
 * <p>Rows are installed family by family, entries last, so that a visible entry has all its rows.
 * Earlier rows of the range are deleted first, in one synced write, and only if there are any: a
 * range deletion in the memtable would make the engine flush it before the ingest.
 */
final class RangeMover {
  private final Engine engine;

  RangeMover(Engine engine) {
    this.engine = engine;
  }

  ExtractedRange extract(EntryRange range, Path directory) {
    createDirectory(directory);
    List<RangeFile> files = new ArrayList<>();
    EntryCounter counter = new EntryCounter();
    try (Snapshot snapshot = engine.snapshot()) {
      for (Family family : Family.OF_ENTRIES) {
        RangeFile file = new RangeFile(family.label(), fileOf(range, family, directory));
        files.add(file);
        if (!write(snapshot, family, range, file.path(), counter)) {
          files.remove(file);
        }
      }
      return new ExtractedRange(files, counter.counts());
    } catch (RuntimeException e) {
      deleteAfter(e, files);
      throw e;
    }
  }

  private boolean write(
      Snapshot snapshot, Family family, EntryRange range, Path file, EntryCounter counter) {
    try (Cursor rows = snapshot.scan(family, Keys.entries(range))) {
      Cursor written = family == Family.ENTRIES ? new CountingCursor(rows, counter) : rows;
      return engine.writeSortedFile(file, written) > 0;
    }
  }

  /** Counts the entries that it passes. */
  private record CountingCursor(Cursor rows, EntryCounter counter, ValueReader reader)
      implements Cursor {
    CountingCursor(Cursor rows, EntryCounter counter) {
      this(rows, counter, new ValueReader());
    }

    @Override
    public boolean next() {
      return rows.next() && counter.add(reader.over(rows.value(), rows.valueLength()));
    }

    @Override
    public byte[] key() {
      return rows.key();
    }

    @Override
    public byte[] value() {
      return rows.value();
    }

    @Override
    public int valueLength() {
      return rows.valueLength();
    }

    @Override
    public void close() {
      rows.close();
    }
  }

  private static Path fileOf(EntryRange range, Family family, Path directory) {
    return directory.resolve(
        String.format(
            "%016x-%016x-%016x-%s.sst",
            range.directory(), range.first(), range.last(), family.label()));
  }

  void install(EntryRange range, List<RangeFile> files) {
    Map<Family, Path> byFamily = byFamily(files);
    KeyRange keys = Keys.entries(range);
    files.forEach(file -> engine.checkSortedFile(file.path(), keys, file.isVerified()));
    deleteRowsDurably(keys);
    for (Family family : Family.OF_ENTRIES) {
      Path file = byFamily.get(family);
      if (file != null) {
        engine.ingest(family, keys, file);
      }
    }
    files.forEach(file -> delete(file.path()));
  }

  Optional<List<StoredRow>> readRows(EntryRange range, long maxBytes) {
    List<StoredRow> rows = new ArrayList<>();
    long bytes = 0;
    try (Snapshot snapshot = engine.snapshot()) {
      for (Family family : Family.OF_ENTRIES) {
        try (Cursor cursor = snapshot.scan(family, Keys.entries(range))) {
          while (cursor.next()) {
            byte[] value = Arrays.copyOf(cursor.value(), cursor.valueLength());
            StoredRow row = new StoredRow(family.label(), cursor.key(), value);
            rows.add(row);
            bytes += row.bytes();
            if (bytes > maxBytes) {
              return Optional.empty();
            }
          }
        }
      }
    }
    return Optional.of(rows);
  }

  /** Records that replace the contents of a range by rows. */
  WriteRecords replace(EntryRange range, List<StoredRow> rows) {
    KeyRange keys = Keys.entries(range);
    WriteRecords records = deletionOf(keys);
    for (StoredRow row : rows) {
      Family family = Family.ofLabel(row.family());
      if (!Family.OF_ENTRIES.contains(family) || !keys.contains(row.key())) {
        throw new IllegalArgumentException("a row of " + row.family() + " is not of " + range);
      }
      records.put(family, row.key(), row.value());
    }
    return records;
  }

  private static Map<Family, Path> byFamily(List<RangeFile> files) {
    Map<Family, Path> byFamily = new EnumMap<>(Family.class);
    for (RangeFile file : files) {
      Family family = Family.ofLabel(file.family());
      if (!Family.OF_ENTRIES.contains(family) || byFamily.put(family, file.path()) != null) {
        throw new IllegalArgumentException("a range has one file of each family, not " + files);
      }
    }
    return byFamily;
  }

  private void deleteRowsDurably(KeyRange keys) {
    WriteRecords records = deletionOf(keys);
    if (records.isEmpty()) {
      engine.sync(); // else a crash could undo deletions, and old rows would join the new ones
    } else {
      engine.write(records, true);
    }
  }

  /** Deletes the existing rows, family by family. */
  private WriteRecords deletionOf(KeyRange keys) {
    WriteRecords records = new WriteRecords();
    for (Family family : Family.OF_ENTRIES) {
      try (Cursor rows = engine.scan(family, keys)) {
        if (rows.next()) {
          records.deleteRange(family, keys);
        }
      }
    }
    return records;
  }

  private static void createDirectory(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new StoreException(Kind.IO, "cannot make directory " + directory, e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new StoreException(Kind.IO, "cannot remove " + file, e);
    }
  }

  private static void deleteAfter(RuntimeException failure, List<RangeFile> files) {
    for (RangeFile file : files) {
      try {
        delete(file.path());
      } catch (StoreException e) {
        failure.addSuppressed(e);
      }
    }
  }
}
