package io.gigafs.cli.fs.list;

import io.gigafs.cli.ByteText;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * An entry as {@code ls} prints it. Immutable; stores the name as bytes, which define the order.
 */
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
  private final @Nullable String target;
  private final boolean listed;

  private LsItem(
      byte[] name,
      InodeId inode,
      FileType type,
      @Nullable FileAttributes attributes,
      @Nullable String target,
      boolean listed) {
    this.name = name;
    this.inode = inode;
    this.type = type;
    this.attributes = attributes;
    this.target = target;
    this.listed = listed;
  }

  /** An operand. */
  static LsItem of(String name, FileAttributes attributes) {
    return new LsItem(
        ByteText.encode(name), attributes.inode(), attributes.type(), attributes, null, false);
  }

  /** An entry of a directory; with attributes only if they were requested. */
  static LsItem of(ListedEntry entry, @Nullable FileAttributes attributes) {
    FileType type = attributes == null ? entry.type() : attributes.type();
    InodeId inode = attributes == null ? entry.inode() : attributes.inode();
    return new LsItem(entry.name().bytes(), inode, type, attributes, null, false);
  }

  /**
   * The same, with details for long lines.
   *
   * @param newTarget the target of a symbolic link, null for other types
   * @param hasList whether an access control list extends the mode
   */
  LsItem with(@Nullable String newTarget, boolean hasList) {
    return new LsItem(name, inode, type, attributes, newTarget, hasList);
  }

  /** The target of a symbolic link; null for other types, and if it was not requested. */
  @Nullable String target() {
    return target;
  }

  /** Whether an access control list extends the mode. */
  boolean hasList() {
    return listed;
  }

  /** The name of an entry of a directory. */
  Name entryName() {
    return Name.of(name);
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

  /** The size of a regular file; 0 for other types. */
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
