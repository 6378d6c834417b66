package io.gigafs.protocol;

import io.gigafs.index.InodeId;

/**
 * An object that a store knows of.
 *
 * @param path on the volume
 * @param use what for
 * @param directory where the file's entry is; the super-root if the object is only to be deleted
 * @param name the entry's, as bytes; empty then
 * @param size of the file, as far as its entry knows
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record KnownObject(String path, Use use, InodeId directory, byte[] name, long size) {
  /** The fewest bytes that an object takes. */
  static final int MIN_BYTES = 1 + 1 + Long.BYTES + 1 + 1;

  /** What an object is for. */
  public enum Use {
    /** It has a file's bytes. */
    FILE(0),
    /** A handle fills it. */
    PLACED(1),
    /** It is to be deleted. */
    RECLAIM(2);

    private final int code;

    Use(int code) {
      this.code = code;
    }

    private static Use ofCode(int code) {
      for (Use use : values()) {
        if (use.code == code) {
          return use;
        }
      }
      throw new ProtocolException("no use of an object has the number " + code);
    }
  }

  void write(WireWriter out) {
    out.bytes(path.getBytes(java.nio.charset.StandardCharsets.UTF_8)).int8(use.code);
    out.inode(directory).bytes(name).varlong(size);
  }

  static KnownObject read(WireReader in) {
    return new KnownObject(
        new String(in.bytes(), java.nio.charset.StandardCharsets.UTF_8),
        Use.ofCode(in.int8()),
        in.inode(),
        in.bytes(),
        in.varlong());
  }
}
