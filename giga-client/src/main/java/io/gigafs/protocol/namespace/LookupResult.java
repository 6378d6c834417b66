package io.gigafs.protocol.namespace;

import io.gigafs.access.Acl;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * The result of a lookup. A directory's size, links and times are those of its entry; its
 * partitions have the exact ones.
 *
 * @param leaseMillis how long the client may rely on the entry, counted from when it sent the
 *     request; 0 for no lease
 * @param acl a directory's access control list, null if it has none, or is no directory
 * @param isElsewhere whether the file has an inode record of its own: of the attributes only type
 *     and inode id are valid, and the client looks up the rest as {@code FILE_NAME} in the
 *     directory of the inode id
 * @param target of a symbolic link that is not elsewhere; otherwise empty
 * @param changes the number of changes of the partition's entries by other clients: while lookups
 *     return the same number, this entry is unchanged, except by the client itself; {@link
 *     #NOT_TO_BE_KEPT} if that was not requested, or does not apply to this entry
 * @param copies the servers that have a copy of the entry, as a bitmap of their indexes in the
 *     cluster's view: each of them may answer lookups, see {@link LookupRequest#ofCopy}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LookupResult(
    FileAttributes attributes,
    int leaseMillis,
    @Nullable Acl acl,
    boolean isElsewhere,
    byte[] target,
    long changes,
    long copies)
    implements Result {
  public static final Codec<LookupResult> CODEC =
      Codec.byHand(LookupResult.class, LookupResult::write, LookupResult::read);

  public static final long NOT_TO_BE_KEPT = 0;

  /** Servers with higher indexes in the view have no copies. */
  public static final int COPY_PLACES = Long.SIZE;

  private static final long NO_COPIES = 0;
  private static final byte[] NOTHING = {};

  /** The result for an entry without copies on other servers. */
  public LookupResult(
      FileAttributes attributes,
      int leaseMillis,
      @Nullable Acl acl,
      boolean isElsewhere,
      byte[] target,
      long changes) {
    this(attributes, leaseMillis, acl, isElsewhere, target, changes, NO_COPIES);
  }

  /** The result for an entry that is no symbolic link and has no separate inode record. */
  public LookupResult(FileAttributes attributes, int leaseMillis, @Nullable Acl acl) {
    this(attributes, leaseMillis, acl, false, NOTHING, NOT_TO_BE_KEPT);
  }

  private void write(WireWriter out) {
    out.attributes(attributes).count(leaseMillis).bytes(acl == null ? NOTHING : acl.encode());
    out.flag(isElsewhere).bytes(target).int64(changes).varlong(copies);
  }

  private static LookupResult read(WireReader in) {
    FileAttributes attributes = in.attributes();
    int leaseMillis = in.count();
    byte[] acl = in.bytes();
    return new LookupResult(
        attributes,
        leaseMillis,
        acl.length == 0 ? null : Acl.decode(acl),
        in.flag(),
        in.bytes(),
        in.int64(),
        in.varlong());
  }
}
