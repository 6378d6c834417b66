package io.gigafs.server.entry;

import io.gigafs.access.Acl;
import io.gigafs.access.DirectoryAcls;
import io.gigafs.server.access.XattrName;
import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Access control lists of entries, stored as extended attributes. An entry's marks say whether
 * there are any, so that absent lists need no read.
 */
public final class EntryAcls {
  private static final int LISTS = Attributes.ACL | Attributes.DEFAULT_ACL;

  private EntryAcls() {}

  /** The access ACL of an entry, null if its mode is the whole of it. */
  public static @Nullable Acl accessOf(Batch batch, EntryKey key, Attributes entry) {
    return read(batch, key, entry, Attributes.ACL, XattrName.ACCESS_ACL);
  }

  /** Both ACLs of an entry. */
  public static DirectoryAcls of(Batch batch, EntryKey key, Attributes entry) {
    if ((entry.marks() & LISTS) == 0) {
      return DirectoryAcls.NONE;
    }
    return new DirectoryAcls(
        accessOf(batch, key, entry),
        read(batch, key, entry, Attributes.DEFAULT_ACL, XattrName.DEFAULT_ACL));
  }

  private static @Nullable Acl read(
      Batch batch, EntryKey key, Attributes entry, int mark, XattrName name) {
    if (!entry.has(mark)) {
      return null;
    }
    byte[] encoded = batch.getAttached(Attachment.XATTR, key, name.label());
    return encoded == null ? null : decode(key, encoded);
  }

  /**
   * Decodes a stored list.
   *
   * @throws StoreException of kind DAMAGED if it is not a valid one
   */
  static Acl decode(EntryKey key, byte[] encoded) {
    try {
      return Acl.decode(encoded);
    } catch (IllegalArgumentException e) {
      throw new StoreException(
          StoreException.Kind.DAMAGED,
          "an access control list of " + key + " cannot be read: " + e.getMessage(),
          e);
    }
  }

  /**
   * Replaces the lists of an entry.
   *
   * @return the entry's marks with these lists; other marks are unchanged
   */
  public static int put(Batch batch, EntryKey key, int marks, DirectoryAcls acls) {
    int written = put(batch, key, marks, Attributes.ACL, XattrName.ACCESS_ACL, acls.access());
    return put(
        batch, key, written, Attributes.DEFAULT_ACL, XattrName.DEFAULT_ACL, acls.inherited());
  }

  private static int put(
      Batch batch, EntryKey key, int marks, int mark, XattrName name, @Nullable Acl acl) {
    if (acl != null) {
      batch.putAttached(Attachment.XATTR, key, name.label(), acl.encode());
      return marks | mark | Attributes.XATTRS;
    }
    if ((marks & mark) == 0) {
      return marks;
    }
    batch.deleteAttached(Attachment.XATTR, key, name.label());
    boolean isLast = batch.attached(Attachment.XATTR, key).isEmpty();
    return marks & ~(isLast ? mark | Attributes.XATTRS : mark);
  }
}
