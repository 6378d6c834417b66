package io.gigafs.server.entry;

import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.protocol.transaction.FileCopy.FileRow;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attached;
import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts files with all their rows between the store and messages. */
public final class FileRows {
  private static final byte[] NO_LABEL = {};

  private FileRows() {}

  /** Reads a file with all attached rows, or null if the name does not exist. */
  public static @Nullable FileCopy read(Batch batch, EntryKey key) {
    Attributes attributes = batch.getEntry(key);
    return attributes == null ? null : read(batch, key, attributes);
  }

  /** Reads the attached rows of a file and combines them with the given attributes. */
  public static FileCopy read(Batch batch, EntryKey key, Attributes attributes) {
    List<FileRow> rows = new ArrayList<>();
    byte[] inline = batch.getInline(key);
    if (inline != null) {
      rows.add(new FileRow(FileRow.Kind.INLINE, NO_LABEL, inline));
    }
    for (Attached row : batch.attached(Attachment.XATTR, key)) {
      rows.add(new FileRow(FileRow.Kind.XATTR, row.label(), row.value()));
    }
    for (Attached row : batch.attached(Attachment.HOLD, key)) {
      rows.add(new FileRow(FileRow.Kind.HOLD, row.label(), row.value()));
    }
    return copy(attributes, rows);
  }

  /** A copy of the entry alone; its attached rows stay where they are. */
  public static FileCopy entryOnly(Attributes attributes) {
    return copy(attributes, List.of());
  }

  private static FileCopy copy(Attributes attributes, List<FileRow> rows) {
    return new FileCopy(WireAttributes.of(attributes), attributes.marks(), rows);
  }

  /** A copy with a new ctime, in ns since the epoch. */
  public static FileCopy withChanged(FileCopy file, long nowNanos) {
    return copy(attributesOf(file).withChanged(nowNanos), file.rows());
  }

  /** A copy with another link count and ctime, in ns since the epoch. */
  public static FileCopy withLinks(FileCopy file, int links, long nowNanos) {
    return copy(attributesOf(file).withLinks(links, nowNanos), file.rows());
  }

  /** Loads the open state of a file that is inserted into the partition. */
  public static void takeOpenState(PartitionState partition, Name name, FileCopy file) {
    for (FileRow row : file.rows()) {
      if (row.kind() == FileRow.Kind.HOLD) {
        partition.openState().take(name, row.label(), row.value());
      }
    }
  }

  /** Writes a file under a name that does not exist. */
  public static void write(Batch batch, EntryKey key, FileCopy file) {
    batch.putEntry(key, attributesOf(file));
    for (FileRow row : file.rows()) {
      switch (row.kind()) {
        case INLINE -> batch.putInline(key, row.value());
        case XATTR -> batch.putAttached(Attachment.XATTR, key, row.label(), row.value());
        case HOLD -> batch.putAttached(Attachment.HOLD, key, row.label(), row.value());
      }
    }
  }

  /** Converts a file's attributes to those of the store. */
  public static Attributes attributesOf(FileCopy file) {
    FileAttributes from = file.attributes();
    return new Attributes(
        from.inode().value(),
        FileType.ofCode(from.type().code()),
        from.mode(),
        from.uid(),
        from.gid(),
        from.size(),
        from.links(),
        from.accessedNanos(),
        from.modifiedNanos(),
        from.changedNanos(),
        from.device(),
        file.marks(),
        from.bornNanos());
  }
}
