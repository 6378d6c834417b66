package io.gigafs.cli.fs;

import io.gigafs.cli.ByteText;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.ListedEntry;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** What {@code ls} prints of an entry. Immutable; keeps the name as bytes, which sort. */
final class LsItem {
  static final Comparator<LsItem> BY_NAME =
      (one, other) -> Arrays.compareUnsigned(one.name, other.name);
  static final Comparator<LsItem> BY_TIME =
      Comparator.comparingLong(LsItem::modifiedNanos).reversed().thenComparing(BY_NAME);
  static final Comparator<LsItem> BY_SIZE =
      Comparator.comparingLong(LsItem::size).reversed().thenComparing(BY_NAME);

  private final byte[] name;
  private final InodeId inode;
  private final FileType type;
  private final @Nullable FileAttributes attributes;

  private LsItem(byte[] name, InodeId inode, FileType type, @Nullable FileAttributes attributes) {
    this.name = name;
    this.inode = inode;
    this.type = type;
    this.attributes = attributes;
  }

  /** An operand. */
  static LsItem of(String name, FileAttributes attributes) {
    return new LsItem(ByteText.encode(name), attributes.inode(), attributes.type(), attributes);
  }

  /** An entry of a directory; attributes only if somebody asked for them. */
  static LsItem of(ListedEntry entry, @Nullable FileAttributes attributes) {
    return new LsItem(entry.name().bytes(), entry.inode(), entry.type(), attributes);
  }

  String name() {
    return ByteText.decode(name);
  }

  InodeId inode() {
    return inode;
  }

  FileType type() {
    return type;
  }

  @Nullable FileAttributes attributes() {
    return attributes;
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
}
