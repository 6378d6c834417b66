package io.gigafs.protocol;

/**
 * What a name is. A directory's size, links and times are those of its entry; ask its partitions
 * for the true ones.
 *
 * @param leaseMillis how long the client may take the entry for true, counted from when it sent the
 *     request; 0 for no lease
 * @param isElsewhere whether the file has a place of its own: of the attributes only type and inode
 *     id mean anything, the rest is to be asked for as {@code FILE_NAME} in the directory of the
 *     inode id
 * @param target of a symbolic link that is not elsewhere; else empty
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LookupResult(
    FileAttributes attributes, int leaseMillis, boolean isElsewhere, byte[] target)
    implements Result {
  private static final byte[] NO_TARGET = {};

  /** Of what is no link and has its place where its name is. */
  public LookupResult(FileAttributes attributes, int leaseMillis) {
    this(attributes, leaseMillis, false, NO_TARGET);
  }

  void write(WireWriter out) {
    out.attributes(attributes).count(leaseMillis).flag(isElsewhere).bytes(target);
  }

  static LookupResult read(WireReader in) {
    return new LookupResult(in.attributes(), in.count(), in.flag(), in.bytes());
  }
}
