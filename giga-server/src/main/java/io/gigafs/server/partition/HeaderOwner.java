package io.gigafs.server.partition;

import io.gigafs.access.DirectoryAcls;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.PartitionHeader;
import org.jspecify.annotations.Nullable;

/** Converts a directory's attributes to and from a stored partition header. */
public final class HeaderOwner {
  private static final long NO_DOMAIN = 0;

  private HeaderOwner() {}

  /**
   * Decodes a header.
   *
   * @throws IllegalArgumentException if its access control lists are malformed
   */
  public static DirectoryFacts of(PartitionHeader header) {
    return new DirectoryFacts(
        new InodeId(header.parent()),
        header.mode(),
        header.uid(),
        header.gid(),
        DirectoryAcls.decode(header.acls()),
        header.quotaDomain() == NO_DOMAIN ? null : new InodeId(header.quotaDomain()),
        header.bornNanos(),
        flagsOf(header.flags()));
  }

  /** The flags of a directory whose entry has these marks. */
  public static int flagsOf(int marks) {
    return ((marks & Attributes.APPEND_ONLY) != 0 ? FileAttributes.APPEND_ONLY : 0)
        | ((marks & Attributes.IMMUTABLE) != 0 ? FileAttributes.IMMUTABLE : 0);
  }

  /** The marks of a directory that its partitions store, too. */
  public static int marksOf(DirectoryFacts owner) {
    return ((owner.flags() & FileAttributes.APPEND_ONLY) != 0 ? Attributes.APPEND_ONLY : 0)
        | ((owner.flags() & FileAttributes.IMMUTABLE) != 0 ? Attributes.IMMUTABLE : 0);
  }

  /** The quota domain as stored in a header. */
  public static long domainOf(DirectoryFacts owner) {
    @Nullable InodeId domain = owner.quotaDomain();
    return domain == null ? NO_DOMAIN : domain.value();
  }
}
