package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.data.KnownObject;
import io.gigafs.protocol.data.KnownObject.Use;
import io.gigafs.protocol.data.ObjectsRequest;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.protocol.transaction.CommitStep.PromoteToInode;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.protocol.transaction.FileCopy.FileRow;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.VolumeObjectRow;
import io.gigafs.server.fsck.Rule.UncheckedPartException;
import io.gigafs.server.openstate.OpenHandle;
import io.gigafs.server.openstate.OpenStateRecord;
import io.gigafs.server.transaction.CommitRecord;
import io.gigafs.server.transaction.IntentKind;
import io.gigafs.server.transaction.StepIntent;
import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.Intent;
import io.gigafs.volume.DataLocation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scans a store for references to objects on a volume. Skips nothing: an unreadable row fails the
 * scan. Thread-safe.
 */
final class ObjectScan {
  private static final int MAX_ROWS = 8_192;

  /** Fits into the smallest frame that a client accepts, with an object of the longest path. */
  private static final int MAX_BYTES = 32 << 10;

  private final ServerContext context;

  ObjectScan(ServerContext context) {
    this.context = context;
  }

  /** The next objects of a volume, or of all volumes that the view does not have. */
  ObjectsResult scan(int volume, byte[] cursor) {
    return new Scan(volume, ScanCursor.decode(cursor, ObjectStage.HOLDS)).run();
  }

  /** The scan of one portion. */
  private final class Scan {
    private final int volume;
    private final ScanCursor<ObjectStage> cursor;
    private final List<KnownObject> found = new ArrayList<>();
    private byte @Nullable [] last;
    private @Nullable Holder holder;
    private int rows;
    private int bytes;

    Scan(int volume, ScanCursor<ObjectStage> cursor) {
      this.volume = volume;
      this.cursor = cursor;
    }

    ObjectsResult run() {
      switch (cursor.stage()) {
        case HOLDS -> holds();
        case INTENTS -> context.store().allIntents().forEach(this::intent);
        case ENTRIES -> context.store().scanAllEntries(cursor.entry(), this::entry);
        case RECLAIM -> context.store().scanReclaim(cursor.key(), this::reclaim);
      }
      byte[] end = last;
      return new ObjectsResult(
          found, end != null && isFull() ? cursor.behind(end) : cursor.nextStage());
    }

    private boolean isFull() {
      return rows >= MAX_ROWS || bytes >= MAX_BYTES;
    }

    private boolean looked(byte[] key) {
      last = key;
      rows++;
      return !isFull();
    }

    private void add(KnownObject object) {
      found.add(object);
      bytes += object.weight();
    }

    private boolean isWanted(DataLocation location) {
      return volume == ObjectsRequest.UNKNOWN
          ? context.view().get().volume(location.volume()).isEmpty()
          : location.volume() == volume;
    }

    private void addWithout(DataLocation location, Use use) {
      if (isWanted(location)) {
        add(KnownObject.without(location, use));
      }
    }

    /** Rows of one entry are read in one portion, as a scan continues after an entry. */
    private void holds() {
      EntryKey[] before = new EntryKey[1];
      context
          .store()
          .scanAllAttached(
              Attachment.HOLD,
              cursor.entry(),
              (key, row) -> {
                if (!key.equals(before[0]) && isFull()) {
                  return false;
                }
                before[0] = key;
                hold(key.toString(), row.label(), row.value());
                looked(key.encoded());
                return true;
              });
    }

    private void hold(String file, byte[] label, byte[] value) {
      try {
        for (OpenHandle handle :
            OpenStateRecord.decode(OpenStateRecord.session(label), value).handles()) {
          DataLocation placed = handle.placed();
          if (placed != null) {
            addWithout(placed, Use.PLACED);
          }
        }
      } catch (IllegalArgumentException e) {
        throw new UncheckedPartException(
            "the open state of %s cannot be read: %s".formatted(file, e.getMessage()));
      }
    }

    /**
     * Steps that are not done yet refer to files, and so do completed ones that may be sent again.
     */
    private void intent(Intent intent) {
      switch (IntentKind.of(intent.body())) {
        case COMMIT -> {
          CommitRecord record = CommitRecord.decode(intent.body());
          record.parts().forEach(part -> step(part.step()));
          CommitStep rollbackStep = record.rollbackStep();
          if (rollbackStep != null) {
            step(rollbackStep);
          }
        }
        case COMMIT_STEP -> step(StepIntent.decode(intent.body()).step());
        case SPLIT, DIRECTORY_CHANGE, ARRIVED, DELEGATION, COPIES -> {}
      }
    }

    private void step(CommitStep step) {
      if (step instanceof InsertDentry put) {
        file(put.file());
      } else if (step instanceof PromoteToInode promote) {
        file(promote.file());
      }
    }

    private void file(FileCopy file) {
      for (FileRow row : file.rows()) {
        if (row.kind() == FileRow.Kind.INLINE && isStored(file.marks())) {
          addWithout(VolumeObjectRow.decode(row.value()).location(), Use.MOVING);
        } else if (row.kind() == FileRow.Kind.HOLD) {
          hold("file " + file.attributes().inode(), row.label(), row.value());
        }
      }
    }

    private static boolean isStored(int marks) {
      return (marks & Attributes.STORED) != 0;
    }

    /** Reads an entry and the location of its bytes consistently. */
    private boolean entry(EntryKey key, Attributes scanned) {
      Attributes attributes = scanned;
      Attributes before = null;
      while (attributes != null && isStored(attributes.marks()) && !attributes.equals(before)) {
        byte[] row = context.store().getInline(key);
        before = attributes;
        attributes = context.store().getEntry(key);
        if (before.equals(attributes)) {
          stored(key, before, row);
        }
      }
      return looked(key.encoded());
    }

    private void stored(EntryKey key, Attributes attributes, byte @Nullable [] row) {
      if (row == null) {
        throw new UncheckedPartException(
            "%s says that a volume has its bytes, and nothing says where".formatted(key));
      }
      VolumeObjectRow stored = VolumeObjectRow.decode(row);
      DataLocation location = stored.location();
      if (!isWanted(location)) {
        return;
      }
      if (!isServed(key)) {
        add(KnownObject.without(location, Use.MOVING));
        return;
      }
      add(
          new KnownObject(
              location,
              Use.FILE,
              new InodeId(key.directory()),
              key.name(),
              attributes.size(),
              (attributes.marks() & (Attributes.UNSETTLED | Attributes.EXPOSED)) == 0,
              stored.crc()));
    }

    /** Whether clients see the row; other rows may be left-overs. */
    private boolean isServed(EntryKey key) {
      Holder known = holder;
      if (known == null || !known.holds(key.directory(), key.position())) {
        known = Holder.of(context.store(), context.view().slots(), key.directory(), key.position());
        holder = known;
      }
      return known != null
          && context.view().state(context.view().slotOf(known.directory(), known.index())).serves()
          && RowKeys.isInPlace(key);
    }

    private boolean reclaim(byte[] location) {
      addWithout(DataLocation.decode(location), Use.RECLAIM);
      return looked(location);
    }
  }
}
