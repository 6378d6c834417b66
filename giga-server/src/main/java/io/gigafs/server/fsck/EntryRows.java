package io.gigafs.server.fsck;

import io.gigafs.access.Acl;
import io.gigafs.access.DirectoryAcls;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.fsck.AdoptRequest;
import io.gigafs.protocol.fsck.AdoptRequest.EntryAttachments;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.server.access.XattrName;
import io.gigafs.server.entry.EntryValidator;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.tablefs.Attached;
import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Attachments of entries that move to another place; they move with the entries. */
final class EntryRows {
  private static final byte[] NOTHING = {};

  private EntryRows() {}

  /** The attachments of an entry of this server. */
  static EntryAttachments of(Store store, EntryKey key, Attributes entry) {
    Batch reader = store.newBatch();
    byte[] inline = reader.getInline(key);
    List<Xattr> xattrs = new ArrayList<>();
    for (Attached row : reader.attached(Attachment.XATTR, key)) {
      xattrs.add(new Xattr(new String(row.label(), StandardCharsets.UTF_8), row.value()));
    }
    return new EntryAttachments(entry.marks(), inline == null ? NOTHING : inline, xattrs);
  }

  /** Why the attachments of an entry are invalid; null if they are valid. */
  static @Nullable String flaw(Store store, EntryKey key, Attributes entry) {
    int described = Attributes.XATTRS | Attributes.ACL | Attributes.DEFAULT_ACL | Attributes.STORED;
    if ((entry.marks() & described) == 0 && entry.type() != FileType.SYMLINK) {
      return null; // checksums of bytes have their own check
    }
    return EntryValidator.flaw(
        new AdoptRequest(
            new InodeId(key.directory()),
            PartitionIndex.ZEROTH,
            Name.of(key.name()),
            WireAttributes.of(entry),
            of(store, key, entry)));
  }

  /** The attachments of a directory's entry, from what its partitions know. */
  static EntryAttachments of(DirectoryAcls acls) {
    List<Xattr> xattrs = new ArrayList<>();
    int marks =
        add(xattrs, XattrName.ACCESS_ACL, acls.access(), Attributes.ACL)
            | add(xattrs, XattrName.DEFAULT_ACL, acls.inherited(), Attributes.DEFAULT_ACL);
    return new EntryAttachments(marks, NOTHING, xattrs);
  }

  private static int add(List<Xattr> xattrs, XattrName name, @Nullable Acl acl, int mark) {
    if (acl == null) {
      return 0;
    }
    xattrs.add(new Xattr(name.text(), acl.encode()));
    return mark | Attributes.XATTRS;
  }

  /** Stores the attachments of a new entry. */
  static void put(Batch batch, EntryKey key, EntryAttachments entryAttachments) {
    if (entryAttachments.inline().length > 0) {
      batch.putInline(key, entryAttachments.inline());
    }
    for (Xattr xattr : entryAttachments.xattrs()) {
      byte[] label = xattr.name().getBytes(StandardCharsets.UTF_8);
      batch.putAttached(Attachment.XATTR, key, label, xattr.value());
    }
  }
}
