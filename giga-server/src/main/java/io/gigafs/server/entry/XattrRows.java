package io.gigafs.server.entry;

import io.gigafs.access.Acl;
import io.gigafs.access.AclXattr;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.server.access.XattrName;
import io.gigafs.server.access.XattrName.Namespace;
import io.gigafs.server.access.XattrRules;
import io.gigafs.tablefs.Attached;
import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of extended attributes of entries. An entry's marks say whether there are any. */
public final class XattrRows {
  private XattrRows() {}

  /** An attribute in the form for callers, or null if there is none. */
  public static @Nullable Xattr get(Batch batch, EntryKey key, Attributes entry, XattrName name) {
    if (!entry.has(Attributes.XATTRS) || isDropped(entry.marks(), name)) {
      return null;
    }
    byte[] stored = batch.getAttached(Attachment.XATTR, key, name.label());
    return stored == null ? null : new Xattr(name.text(), shown(key, name, stored, entry));
  }

  /** All attributes in the form for callers, in the order of their names. */
  public static Map<XattrName, byte[]> all(Batch batch, EntryKey key, Attributes entry) {
    Map<XattrName, byte[]> all = new LinkedHashMap<>();
    if (entry.has(Attributes.XATTRS)) {
      for (Attached row : batch.attached(Attachment.XATTR, key)) {
        XattrName name = nameOf(key, row);
        if (!isDropped(entry.marks(), name)) {
          all.put(name, shown(key, name, row.value(), entry));
        }
      }
    }
    return all;
  }

  private static XattrName nameOf(EntryKey key, Attached row) {
    try {
      return XattrName.ofLabel(row.label());
    } catch (IllegalArgumentException e) {
      throw new StoreException(
          StoreException.Kind.DAMAGED, "attributes of " + key + ": " + e.getMessage(), e);
    }
  }

  /**
   * ACLs are stored in another form than callers use, and the access ACL without the mode's part.
   */
  private static byte[] shown(EntryKey key, XattrName name, byte[] stored, Attributes entry) {
    if (!name.isAcl()) {
      return stored;
    }
    Acl acl = EntryAcls.decode(key, stored);
    boolean isAccess = name.namespace() == Namespace.ACCESS_ACL;
    return AclXattr.encode(isAccess ? acl.withMode(entry.mode()) : acl);
  }

  /** Whether an entry has an attribute. */
  public static boolean has(Batch batch, EntryKey key, Attributes entry, XattrName name) {
    return entry.has(Attributes.XATTRS)
        && !isDropped(entry.marks(), name)
        && batch.getAttached(Attachment.XATTR, key, name.label()) != null;
  }

  /** Whether the attribute was dropped, though its row may still exist. */
  private static boolean isDropped(int marks, XattrName name) {
    return (marks & Attributes.CAPABILITY_DROPPED) != 0 && name.equals(XattrName.CAPABILITY);
  }

  /** Whether the attributes of an entry stay within the limits if this one gets another value. */
  public static boolean fits(
      Batch batch, EntryKey key, Attributes entry, XattrName name, byte[] value) {
    long bytes = (long) name.label().length + value.length;
    int count = 1;
    if (entry.has(Attributes.XATTRS)) {
      for (Attached row : batch.attached(Attachment.XATTR, key)) {
        if (!nameOf(key, row).equals(name)) {
          bytes += row.label().length + row.value().length;
          count++;
        }
      }
    }
    return bytes <= XattrRules.MAX_TOTAL_BYTES && count <= XattrRules.MAX_COUNT;
  }

  /**
   * Sets or removes an attribute that is not an access control list.
   *
   * @param value null to remove it
   * @return the entry's marks with it
   */
  public static int put(
      Batch batch, EntryKey key, int marks, XattrName name, byte @Nullable [] value) {
    if ((marks & Attributes.CAPABILITY_DROPPED) != 0) {
      batch.deleteAttached(Attachment.XATTR, key, XattrName.CAPABILITY.label());
    }
    int kept = marks & ~Attributes.CAPABILITY_DROPPED;
    if (value != null) {
      batch.putAttached(Attachment.XATTR, key, name.label(), value);
      return kept | Attributes.XATTRS;
    }
    batch.deleteAttached(Attachment.XATTR, key, name.label());
    boolean isLast = batch.attached(Attachment.XATTR, key).isEmpty();
    return isLast ? kept & ~Attributes.XATTRS : kept;
  }
}
