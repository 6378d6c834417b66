package io.gigafs.protocol;

import io.gigafs.access.DirectoryAcls;
import io.gigafs.index.InodeId;
import org.jspecify.annotations.Nullable;

/**
 * What each partition knows of its directory: who may do what in it, and where it hangs. The
 * directory's entry is the authority; these are copies.
 *
 * @param parent the directory that holds the entry
 * @param mode permission bits (07777)
 * @param quotaDomain the nearest directory upwards, itself included, that has a quota; null if none
 *     has
 * @param bornNanos when the directory was made; it and flags are as in {@link FileAttributes}
 */
public record DirectoryFacts(
    InodeId parent,
    int mode,
    int uid,
    int gid,
    DirectoryAcls acls,
    @Nullable InodeId quotaDomain,
    long bornNanos,
    int flags) {
  /** The fewest bytes that it takes. */
  static final int MIN_BYTES = 8 + 2 + 1 + 1 + 1 + 1 + Long.BYTES + 1;

  /** Of a partition of which nothing is known: in it nobody but the superuser may do anything. */
  public static final DirectoryFacts NOBODY = of(InodeId.SUPER_ROOT, 0, 0, 0);

  /** Of a directory with neither access control lists nor a quota, and of no known age. */
  public static DirectoryFacts of(InodeId parent, int mode, int uid, int gid) {
    return new DirectoryFacts(
        parent, mode, uid, gid, DirectoryAcls.NONE, null, FileAttributes.NO_BIRTH, 0);
  }

  public DirectoryFacts withParent(InodeId newParent) {
    return new DirectoryFacts(newParent, mode, uid, gid, acls, quotaDomain, bornNanos, flags);
  }

  public DirectoryFacts withQuotaDomain(@Nullable InodeId newDomain) {
    return new DirectoryFacts(parent, mode, uid, gid, acls, newDomain, bornNanos, flags);
  }

  /** The same of a directory that was made at a time. */
  public DirectoryFacts withBorn(long newNanos) {
    return new DirectoryFacts(parent, mode, uid, gid, acls, quotaDomain, newNanos, flags);
  }

  /** The same of a directory with these flags. */
  public DirectoryFacts withFlags(int newFlags) {
    return new DirectoryFacts(parent, mode, uid, gid, acls, quotaDomain, bornNanos, newFlags);
  }

  void write(WireWriter out) {
    out.inode(parent).mode(mode).varint(uid).varint(gid).bytes(acls.encode());
    out.inodeOrNone(quotaDomain).int64(bornNanos).varint(flags);
  }

  static DirectoryFacts read(WireReader in) {
    return new DirectoryFacts(
        in.inode(),
        in.mode(),
        in.varint(),
        in.varint(),
        DirectoryAcls.decode(in.bytes()),
        in.inodeOrNone(),
        in.int64(),
        FileAttributes.flags(in.varint()));
  }
}
