package io.gigafs.protocol;

import io.gigafs.access.DirectoryAcls;
import io.gigafs.index.InodeId;
import org.jspecify.annotations.Nullable;

/**
 * The directory attributes that each partition stores: permissions and location. The directory's
 * entry is authoritative; these are copies.
 *
 * @param parent the directory that holds the entry
 * @param mode permission bits (07777)
 * @param quotaDomain the nearest directory on the path to the root, itself included, that has a
 *     quota; null if there is none
 * @param bornNanos the birth time of the directory; it and flags are as in {@link FileAttributes}
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
  /** Attributes of a partition of which nothing is known: only the superuser has permissions. */
  public static final DirectoryFacts NOBODY = of(InodeId.SUPER_ROOT, 0, 0, 0);

  /**
   * Attributes of a directory without access control lists or a quota, and of unknown birth time.
   */
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

  /** A copy with this birth time. */
  public DirectoryFacts withBorn(long newNanos) {
    return new DirectoryFacts(parent, mode, uid, gid, acls, quotaDomain, newNanos, flags);
  }

  /** A copy with these flags. */
  public DirectoryFacts withFlags(int newFlags) {
    return new DirectoryFacts(parent, mode, uid, gid, acls, quotaDomain, bornNanos, newFlags);
  }
}
