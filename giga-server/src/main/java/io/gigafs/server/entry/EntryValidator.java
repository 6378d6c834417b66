package io.gigafs.server.entry;

import io.gigafs.access.Acl;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.fsck.AdoptRequest;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.protocol.transaction.CommitStep.PromoteToInode;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.protocol.transaction.FileCopy.FileRow;
import io.gigafs.server.access.XattrName;
import io.gigafs.server.access.XattrRules;
import io.gigafs.server.data.VolumeObjectRow;
import io.gigafs.server.openstate.OpenStateRecord;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates entries with their attachments in messages: stored data must be readable afterwards,
 * regardless of the sender. Pure functions.
 */
public final class EntryValidator {
  private static final int LISTS = Attributes.ACL | Attributes.DEFAULT_ACL;
  private static final int OF_OBJECTS =
      Attributes.STORED | Attributes.UNSETTLED | Attributes.EXPOSED | Attributes.BY_SUPERUSER;
  private static final int MAX_TARGET_BYTES = 4_095;

  /** A checksum, and at least one byte. */
  private static final int MIN_INLINE_BYTES = Integer.BYTES + 1;

  private EntryValidator() {}

  /** The error in an entry that is to be adopted; null if it is valid. */
  public static @Nullable String flaw(AdoptRequest request) {
    byte[] inline = request.entryAttachments().inline();
    return flaw(
        request.attributes(),
        request.entryAttachments().marks(),
        inline.length == 0 ? null : inline,
        request.entryAttachments().xattrs());
  }

  /** The error in the file that a step contains; null if it is valid, or there is none. */
  public static @Nullable String flaw(CommitStep step) {
    if (step instanceof InsertDentry put) {
      return flaw(put.file());
    }
    return step instanceof PromoteToInode made ? flaw(made.file()) : null;
  }

  private static @Nullable String flaw(FileCopy file) {
    byte[] inline = null;
    List<Xattr> xattrs = new ArrayList<>();
    for (FileRow row : file.rows()) {
      switch (row.kind()) {
        case INLINE -> {
          if (inline != null || row.label().length > 0) {
            return "it has its bytes twice";
          }
          inline = row.value();
        }
        case XATTR ->
            xattrs.add(new Xattr(new String(row.label(), StandardCharsets.UTF_8), row.value()));
        case HOLD -> {
          String flaw = flawOfHold(row);
          if (flaw != null) {
            return flaw;
          }
        }
      }
    }
    return file.rows().isEmpty()
        ? flawOfAttributes(file.attributes(), file.marks())
        : flaw(file.attributes(), file.marks(), inline, xattrs);
  }

  private static @Nullable String flaw(
      FileAttributes attributes, int marks, byte @Nullable [] inline, List<Xattr> xattrs) {
    String flaw = flawOfAttributes(attributes, marks);
    if (flaw == null) {
      flaw = flawOfXattrs(attributes, marks, xattrs);
    }
    return flaw == null ? flawOfBytes(attributes.type(), marks, inline) : flaw;
  }

  private static @Nullable String flawOfAttributes(FileAttributes attributes, int marks) {
    if (attributes.type() == FileType.DIRECTORY
        && (marks & (OF_OBJECTS | Attributes.LINKED)) != 0) {
      return "a directory cannot have a file's inode record, or be on a volume";
    }
    if (attributes.type() != FileType.REGULAR && (marks & OF_OBJECTS) != 0) {
      return "only regular files are on volumes";
    }
    boolean isStored = (marks & Attributes.STORED) != 0;
    return !isStored && (marks & OF_OBJECTS) != 0 ? "it is unsettled, and on no volume" : null;
  }

  private static @Nullable String flawOfXattrs(
      FileAttributes attributes, int marks, List<Xattr> xattrs) {
    if ((marks & Attributes.LINKED) != 0 && xattrs.isEmpty()) {
      return null; // its attributes are in its inode record
    }
    int found = 0;
    int bytes = 0;
    Set<String> names = new HashSet<>();
    for (Xattr xattr : xattrs) {
      XattrName name = XattrName.parse(xattr.name());
      bytes += xattr.name().length() + xattr.value().length;
      if (name == null || XattrName.refuse(xattr.name()) != null || !names.add(xattr.name())) {
        return "no file has an attribute '" + xattr.name() + "'";
      }
      if (XattrRules.refuseValue(xattr.value()) != null || bytes > XattrRules.MAX_TOTAL_BYTES) {
        return "its extended attributes are too long";
      }
      if (name.isAcl() && !isAcl(xattr.value())) {
        return "'" + xattr.name() + "' is no access control list";
      }
      found |= Attributes.XATTRS | markOf(name);
    }
    if ((found & Attributes.DEFAULT_ACL) != 0 && attributes.type() != FileType.DIRECTORY) {
      return "only directories have default ACLs";
    }
    return found == (marks & (LISTS | Attributes.XATTRS))
        ? null
        : "its marks do not match its extended attributes";
  }

  private static int markOf(XattrName name) {
    return switch (name.namespace()) {
      case ACCESS_ACL -> Attributes.ACL;
      case DEFAULT_ACL -> Attributes.DEFAULT_ACL;
      case USER, TRUSTED, SECURITY -> 0;
    };
  }

  private static boolean isAcl(byte[] value) {
    try {
      Acl.decode(value);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static @Nullable String flawOfBytes(FileType type, int marks, byte @Nullable [] inline) {
    if ((marks & Attributes.LINKED) != 0) {
      return null; // the bytes are in the inode record
    }
    if ((marks & Attributes.STORED) != 0) {
      return inline != null && isLocation(inline) ? null : "it does not say where its bytes are";
    }
    return switch (type) {
      case REGULAR ->
          inline == null || inline.length >= MIN_INLINE_BYTES ? null : "its bytes have no checksum";
      case SYMLINK ->
          inline != null && inline.length > 0 && inline.length <= MAX_TARGET_BYTES
              ? null
              : "a symbolic link has a target of 1 to " + MAX_TARGET_BYTES + " bytes";
      default -> inline == null ? null : "a file of its type has no bytes";
    };
  }

  private static boolean isLocation(byte[] row) {
    try {
      VolumeObjectRow.decode(row);
      return true;
    } catch (StoreException e) {
      return false;
    }
  }

  private static @Nullable String flawOfHold(FileRow row) {
    try {
      OpenStateRecord.decode(OpenStateRecord.session(row.label()), row.value());
      return null;
    } catch (IllegalArgumentException e) {
      return "its open state cannot be read: " + e.getMessage();
    }
  }
}
