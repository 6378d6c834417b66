package io.gigafs.server.lane;

import io.gigafs.access.DirectoryAcls;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.DirectoryFacts;
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
        header.quotaDomain() == NO_DOMAIN ? null : new InodeId(header.quotaDomain()));
  }

  /** The quota domain as a header has it. */
  public static long domainOf(DirectoryFacts owner) {
    @Nullable InodeId domain = owner.quotaDomain();
    return domain == null ? NO_DOMAIN : domain.value();
  }
}
