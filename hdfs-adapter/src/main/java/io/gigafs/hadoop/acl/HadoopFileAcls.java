package io.gigafs.hadoop.acl;

import io.gigafs.access.Acl;
import io.gigafs.access.AclXattr;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.hadoop.identity.Identities;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * The lists of one file, with HDFS's operations. A change reads the list, then writes it: of two
 * concurrent changes, one may be lost.
 */
public final class HadoopFileAcls {
  private static final int PERMISSION_MASK = 01777;

  private final GigaClient client;
  private final Identities identities;
  private final GigaPath path;

  public HadoopFileAcls(GigaClient client, Identities identities, GigaPath path) {
    this.client = client;
    this.identities = identities;
    this.path = path;
  }

  public AclStatus status() throws GigaException {
    FileAttributes attributes = client.stat(path);
    FsPermission permission = new FsPermission((short) (attributes.mode() & PERMISSION_MASK));
    return new AclStatus.Builder()
        .owner(identities.userName(attributes.uid()))
        .group(identities.groupName(attributes.gid()))
        .stickyBit(permission.getStickyBit())
        .setPermission(permission)
        .addEntries(
            new AclEntries(identities)
                .access(read(AclXattr.ACCESS))
                .inherited(attributes.isDirectory() ? read(AclXattr.DEFAULT) : null)
                .toList())
        .build();
  }

  /** Adds entries, or replaces those for the same users and groups. */
  public void modify(List<AclEntry> entries) throws IOException {
    change(
        entries,
        false,
        (draft, of) -> {
          for (AclEntry entry : of) {
            draft.put(entry, identities);
          }
        });
  }

  /** Removes the entries for the same users and groups. */
  public void remove(List<AclEntry> entries) throws IOException {
    change(
        entries,
        false,
        (draft, of) -> {
          for (AclEntry entry : of) {
            draft.remove(entry, identities);
          }
        });
  }

  /** Replaces the existing lists; a list without new entries stays. */
  public void replace(List<AclEntry> entries) throws IOException {
    change(
        entries,
        true,
        (draft, of) -> {
          for (AclEntry entry : of) {
            draft.put(entry, identities);
          }
        });
  }

  /** Reduces the lists to permission bits; the group keeps the permissions of its entry. */
  public void removeAll() throws IOException {
    removeDefault();
    Acl acl = access();
    write(
        AclXattr.ACCESS,
        new Acl(acl.owner(), List.of(), acl.group(), List.of(), Acl.NO_MASK, acl.other()));
  }

  /** Removes the default list of a directory. */
  public void removeDefault() throws IOException {
    if (read(AclXattr.DEFAULT) != null) {
      client.removeXattr(path, AclXattr.DEFAULT, Follow.YES);
    }
  }

  /** A change to a list by the entries of its scope. */
  private interface Change {
    void make(AclDraft draft, List<AclEntry> entries) throws IOException;
  }

  private void change(List<AclEntry> entries, boolean anew, Change change) throws IOException {
    List<AclEntry> access = AclDraft.of(entries, AclEntryScope.ACCESS);
    if (!access.isEmpty()) {
      AclDraft draft = anew ? new AclDraft() : new AclDraft(access());
      change.make(draft, access);
      write(AclXattr.ACCESS, draft.finish());
    }
    List<AclEntry> inherited = AclDraft.of(entries, AclEntryScope.DEFAULT);
    if (!inherited.isEmpty()) {
      Acl before = read(AclXattr.DEFAULT);
      AclDraft draft = anew || before == null ? new AclDraft() : new AclDraft(before);
      change.make(draft, inherited);
      if (!draft.isEmpty()) {
        draft.fillFrom(access());
        write(AclXattr.DEFAULT, draft.finish());
      }
    }
  }

  private Acl access() throws GigaException {
    return Objects.requireNonNullElse(read(AclXattr.ACCESS), Acl.ofMode(client.stat(path).mode()));
  }

  private @Nullable Acl read(String attribute) throws GigaException {
    try {
      return AclXattr.decode(client.getXattr(path, attribute, Follow.YES));
    } catch (GigaException e) {
      if (e.code() == ErrorCode.ENODATA) {
        return null;
      }
      throw e;
    }
  }

  private void write(String attribute, Acl acl) throws GigaException {
    client.setXattr(path, new Xattr(attribute, AclXattr.encode(acl)), XattrMode.SET, Follow.YES);
  }
}
