package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a page.
 *
 * @param attributes null unless asked for, and for a name of a linked file, which has them at its
 *     own place; a directory's size, links and times are those of its entry
 */
public record ListedEntry(
    Name name, InodeId inode, FileType type, @Nullable FileAttributes attributes) {
  /** The fewest bytes that an entry takes: a name of one byte, inode id, type, flag. */
  static final int MIN_BYTES = 2 + 8 + 1 + 1;

  void write(WireWriter out) {
    out.name(name).inode(inode).int8(type.code()).flag(attributes != null);
    if (attributes != null) {
      attributes.write(out);
    }
  }

  static ListedEntry read(WireReader in) {
    Name name = in.name();
    InodeId inode = in.inode();
    FileType type = FileType.ofCode(in.int8());
    return new ListedEntry(name, inode, type, in.flag() ? FileAttributes.readOf(inode, in) : null);
  }
}
