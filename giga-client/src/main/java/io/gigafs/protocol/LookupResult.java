package io.gigafs.protocol;

import io.gigafs.access.Acl;
import org.jspecify.annotations.Nullable;

/**
 * What a name is. A directory's size, links and times are those of its entry; ask its partitions
 * for the true ones.
 *
 * @param leaseMillis how long the client may take the entry for true, counted from when it sent the
 *     request; 0 for no lease
 * @param acl a directory's access control list, null if it has none, or is no directory
 * @param isElsewhere whether the file has a place of its own: of the attributes only type and inode
 *     id mean anything, the rest is to be asked for as {@code FILE_NAME} in the directory of the
 *     inode id
 * @param target of a symbolic link that is not elsewhere; else empty
 * @param changes the number of changes that others made to entries of the partition: for as long as
 *     lookups tell the same one, this entry is as it was, but for what the client itself changes;
 *     {@link #NOT_TO_BE_KEPT} if that was not asked for, or is not so of this entry
 * @param copies which servers have a copy of the entry, by their places in the cluster's view, bit
 *     n for the server in place n: such a server may be asked instead, see {@link
 *     LookupRequest#ofCopy}
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
  public static final long NOT_TO_BE_KEPT = 0;

  /** Servers in higher places of the view have no copies. */
  public static final int COPY_PLACES = Long.SIZE;

  private static final long NO_COPIES = 0;
  private static final byte[] NOTHING = {};

  /** Of an entry of which no other server has a copy. */
  public LookupResult(
      FileAttributes attributes,
      int leaseMillis,
      @Nullable Acl acl,
      boolean isElsewhere,
      byte[] target,
      long changes) {
    this(attributes, leaseMillis, acl, isElsewhere, target, changes, NO_COPIES);
  }

  /** Of what is no link and has its place where its name is. */
  public LookupResult(FileAttributes attributes, int leaseMillis, @Nullable Acl acl) {
    this(attributes, leaseMillis, acl, false, NOTHING, NOT_TO_BE_KEPT);
  }

  void write(WireWriter out) {
    out.attributes(attributes).count(leaseMillis).bytes(acl == null ? NOTHING : acl.encode());
    out.flag(isElsewhere).bytes(target).int64(changes).varlong(copies);
  }

  static LookupResult read(WireReader in) {
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
