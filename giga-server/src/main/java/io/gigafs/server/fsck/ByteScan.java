package io.gigafs.server.fsck;

import io.gigafs.index.Name;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.InlineFiles;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import org.jspecify.annotations.Nullable;

/** Reads the bytes of small files in the store and verifies their checksums. Thread-safe. */
final class ByteScan {
  private static final int MAX_ROWS = 8_192;
  private static final int MAX_BYTES = 4 << 20;

  private final ServerContext context;

  ByteScan(ServerContext context) {
    this.context = context;
  }

  /** Scans some files. An unreadable entry is found by another check and is skipped here. */
  ScanPortion scan(ScanCursor<CheckStage> cursor) {
    Scan scan = new Scan(cursor);
    scan.run();
    return scan.portion;
  }

  /** The scan of one portion. */
  private final class Scan {
    private final ScanCursor<CheckStage> cursor;
    private final ScanPortion portion = new ScanPortion();
    private @Nullable Holder holder;
    private @Nullable EntryKey last;
    private int rows;
    private int bytes;

    Scan(ScanCursor<CheckStage> cursor) {
      this.cursor = cursor;
    }

    void run() {
      try {
        context.store().scanAllEntries(cursor.entry(), this::look);
        EntryKey end = last;
        portion.resumesAt(
            end == null || !isFull() ? cursor.nextStage() : cursor.behind(end.encoded()));
      } catch (CorruptRowException e) {
        portion.resumesAt(cursor.behind(RowKeys.entry(e.key()).encoded()));
      } catch (StoreException e) {
        portion.unchecked("bytes of files: " + e.getMessage());
        portion.resumesAt(cursor.nextStage());
      }
    }

    private boolean isFull() {
      return rows >= MAX_ROWS || bytes >= MAX_BYTES;
    }

    private boolean look(EntryKey key, Attributes attributes) {
      last = key;
      rows++;
      if (InlineFiles.isInline(attributes) && attributes.size() > 0 && RowKeys.isInPlace(key)) {
        read(key, attributes.size());
      }
      return !isFull();
    }

    private void read(EntryKey key, long size) {
      boolean isWhole;
      try {
        byte[] row = context.store().getInline(key);
        if (row == null) {
          return;
        }
        bytes += row.length;
        portion.countEntry();
        portion.countBytes(row.length);
        isWhole = InlineFiles.isWhole(row, size);
      } catch (StoreException e) {
        isWhole = false; // the rule will get this error too
      }
      if (!isWhole) {
        suspect(key);
      }
    }

    private void suspect(EntryKey key) {
      Holder known = holder;
      if (known == null || !known.holds(key.directory(), key.position())) {
        known = Holder.of(context.store(), context.view().slots(), key.directory(), key.position());
        holder = known;
      }
      Name name = RowKeys.name(key);
      if (known != null && name != null) { // strays are reported as such
        portion.suspect(
            Suspects.entry(
                FindingKind.DAMAGED_BYTES,
                context.view(),
                known.directory(),
                known.index(),
                name,
                0));
      }
    }
  }
}
