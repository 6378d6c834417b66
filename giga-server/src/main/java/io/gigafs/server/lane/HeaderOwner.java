package io.gigafs.server.lane;

import io.gigafs.access.DirectoryAcls;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.PartitionHeader;
import org.jspecify.annotations.Nullable;

/** What a stored header says of the directory, and how it is stored. */
public final class HeaderOwner {
  private static final long NO_DOMAIN = 0;

  private HeaderOwner() {}

  /**
   * What a header says.
   *
   * @throws IllegalArgumentException if its access control lists do not read as the format says
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

  /** Those marks of a directory that its partitions know, too. */
  public static int marksOf(DirectoryFacts owner) {
    return ((owner.flags() & FileAttributes.APPEND_ONLY) != 0 ? Attributes.APPEND_ONLY : 0)
        | ((owner.flags() & FileAttributes.IMMUTABLE) != 0 ? Attributes.IMMUTABLE : 0);
  }

  /** The quota domain as a header has it. */
  public static long domainOf(DirectoryFacts owner) {
    @Nullable InodeId domain = owner.quotaDomain();
    return domain == null ? NO_DOMAIN : domain.value();
  }
}
