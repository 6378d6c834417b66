package io.gigafs.server.entry;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.server.partition.HeaderOwner;
import io.gigafs.tablefs.Attributes;

/** Conversion of the store's attributes to those of the protocol. */
public final class WireAttributes {
  private WireAttributes() {}

  public static FileAttributes of(Attributes stored) {
    return new FileAttributes(
        new InodeId(stored.inode()),
        typeOf(stored.type()),
        stored.mode(),
        stored.uid(),
        stored.gid(),
        stored.size(),
        stored.links(),
        stored.accessedNanos(),
        stored.modifiedNanos(),
        stored.changedNanos(),
        stored.device(),
        stored.bornNanos(),
        HeaderOwner.flagsOf(stored.marks()));
  }

  public static EntryResult resultOf(Attributes stored) {
    return new EntryResult(of(stored));
  }

  public static io.gigafs.protocol.FileType typeOf(io.gigafs.tablefs.FileType stored) {
    return io.gigafs.protocol.FileType.ofCode(stored.code());
  }
}
