package io.gigafs.cli.fs;

import io.gigafs.cli.ByteText;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.ListedEntry;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What {@code ls} prints of an entry.
 *
 * @param attributes null where nobody asked for them
 */
record LsItem(String name, InodeId inode, FileType type, @Nullable FileAttributes attributes) {
  static final Comparator<LsItem> BY_NAME =
      (one, other) -> Arrays.compareUnsigned(one.nameBytes(), other.nameBytes());
  static final Comparator<LsItem> BY_TIME =
      Comparator.comparingLong(LsItem::modifiedNanos).reversed().thenComparing(BY_NAME);
  static final Comparator<LsItem> BY_SIZE =
      Comparator.comparingLong(LsItem::size).reversed().thenComparing(BY_NAME);

  static LsItem of(String name, FileAttributes attributes) {
    return new LsItem(name, attributes.inode(), attributes.type(), attributes);
  }

  static LsItem of(ListedEntry entry, @Nullable FileAttributes attributes) {
    return new LsItem(
        ByteText.decode(entry.name().bytes()), entry.inode(), entry.type(), attributes);
  }

  /** The bytes of a regular file; directories and the like take none. */
  long fileBytes() {
    return type == FileType.REGULAR ? size() : 0;
  }

  private long size() {
    return attributes == null ? 0 : attributes.size();
  }

  private long modifiedNanos() {
    return attributes == null ? 0 : attributes.modifiedNanos();
  }

  private byte[] nameBytes() {
    return ByteText.encode(name);
  }
}
