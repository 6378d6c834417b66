package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.volume.DataLocation;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An object that a store knows of.
 *
 * @param location where it is
 * @param use what for
 * @param directory where the file's entry is; the super-root if no entry names the object
 * @param name the entry's, as bytes; empty then
 * @param size of the file, as its entry has it; 0 if no entry names the object
 * @param settled whether the object is to be of this size, and of this checksum if there is one: it
 *     is a file's, and nobody writes to it
 * @param crc CRC32C of all of the object, null if that is not known
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record KnownObject(
    DataLocation location,
    Use use,
    InodeId directory,
    byte[] name,
    long size,
    boolean settled,
    @Nullable Integer crc) {
  /** The fewest bytes that an object takes. */
  static final int MIN_BYTES = 1 + 1 + 1 + Long.BYTES + 1 + 1 + 1 + 1;

  private static final byte[] NO_NAME = {};

  /** What an object is for. */
  public enum Use {
    /** It has a file's bytes. */
    FILE(0),
    /** A handle fills it. */
    PLACED(1),
    /** It is to be deleted. */
    RECLAIM(2),
    /** It has the bytes of a file that is on its way to another place, or may be. */
    MOVING(3);

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

  /** An object that no entry of the store names. */
  public static KnownObject without(DataLocation location, Use use) {
    return new KnownObject(location, use, InodeId.SUPER_ROOT, NO_NAME, 0, false, null);
  }

  /** Its path on the volume. */
  public String path() {
    return location.path();
  }

  /** About how many bytes it takes in an answer. */
  public int weight() {
    return MIN_BYTES + 2 * Integer.BYTES + path().length() + name.length;
  }

  void write(WireWriter out) {
    out.count(location.volume()).bytes(path().getBytes(StandardCharsets.UTF_8)).int8(use.code);
    out.inode(directory).bytes(name).varlong(size).flag(settled).flag(crc != null);
    if (crc != null) {
      out.int32(crc);
    }
  }

  static KnownObject read(WireReader in) {
    return new KnownObject(
        location(in),
        Use.ofCode(in.int8()),
        in.inode(),
        in.bytes(),
        in.varlong(),
        in.flag(),
        in.flag() ? in.int32() : null);
  }

  private static DataLocation location(WireReader in) {
    int volume = in.count();
    String path = new String(in.bytes(), StandardCharsets.UTF_8);
    try {
      return new DataLocation(volume, path);
    } catch (IllegalArgumentException e) {
      throw new ProtocolException("an object of volume " + volume + ": " + e.getMessage());
    }
  }
}
