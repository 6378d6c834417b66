package io.gigafs.protocol.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a page.
 *
 * @param attributes null unless requested, and for a name of a hard-linked file, whose attributes
 *     are in its inode record; a directory's size, links and times are those of its entry
 * @param mayHaveXattrs whether there may be extended attributes or access control lists; always
 *     true without attributes, because it is unknown then
 */
public record ListedEntry(
    Name name,
    InodeId inode,
    FileType type,
    @Nullable FileAttributes attributes,
    boolean mayHaveXattrs) {
  /** The minimum encoded size: a name, an inode id, a type and an encoding. */
  private static final int MIN_BYTES = 2 + Long.BYTES + 1 + 1;

  static final Codec<ListedEntry> CODEC =
      Codec.byHand(ListedEntry.class, MIN_BYTES, ListedEntry::write, ListedEntry::read);

  private static final int NO_ATTRIBUTES = 0;
  private static final int ATTRIBUTES = 1;
  private static final int ATTRIBUTES_ALONE = 2;

  /** An entry that may have extended attributes. */
  public ListedEntry(Name name, InodeId inode, FileType type, @Nullable FileAttributes attributes) {
    this(name, inode, type, attributes, true);
  }

  public ListedEntry {
    mayHaveXattrs |= attributes == null;
  }

  private void write(WireWriter out) {
    out.name(name).inode(inode).int8(type.code());
    out.int8(attributes == null ? NO_ATTRIBUTES : mayHaveXattrs ? ATTRIBUTES : ATTRIBUTES_ALONE);
    if (attributes != null) {
      attributes.write(out);
    }
  }

  private static ListedEntry read(WireReader in) {
    Name name = in.name();
    InodeId inode = in.inode();
    FileType type = FileType.ofCode(in.int8());
    int encoding = in.int8();
    if (encoding > ATTRIBUTES_ALONE) {
      throw new ProtocolException("attributes of an entry are in encoding " + encoding);
    }
    return new ListedEntry(
        name,
        inode,
        type,
        encoding == NO_ATTRIBUTES ? null : FileAttributes.readOf(inode, in),
        encoding != ATTRIBUTES_ALONE);
  }
}
