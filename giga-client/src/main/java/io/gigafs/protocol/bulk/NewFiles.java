package io.gigafs.protocol.bulk;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The attributes that all files have which one request has created: empty regular files, equal
 * except for their inode ids.
 *
 * @param mode permission bits (07777)
 * @param nanos all their times, ns since the epoch
 */
public record NewFiles(int mode, int uid, int gid, long nanos) {
  /** The attributes of one of them. */
  public FileAttributes attributes(long inode) {
    return new FileAttributes(
        new InodeId(inode),
        FileType.REGULAR,
        mode,
        uid,
        gid,
        0,
        1,
        nanos,
        nanos,
        nanos,
        0,
        nanos,
        0);
  }

  public void write(WireWriter out) {
    out.mode(mode).varint(uid).varint(gid).int64(nanos);
  }

  public static NewFiles read(WireReader in) {
    return new NewFiles(in.mode(), in.varint(), in.varint(), in.int64());
  }
}
