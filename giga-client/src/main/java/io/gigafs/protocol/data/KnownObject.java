package io.gigafs.protocol.data;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.INT32;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.codeOf;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.volume.DataLocation;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An object on a volume that a store refers to.
 *
 * @param location of the object
 * @param use the purpose of the object
 * @param directory where the file's entry is; the super-root if no entry refers to the object
 * @param name of the entry, as bytes; empty if no entry refers to the object
 * @param size of the file, according to its entry; 0 if no entry refers to the object
 * @param settled whether the object must have this size, and this checksum if there is one, because
 *     it belongs to a file that no one writes to
 * @param crc CRC32C of the whole object, null if unknown
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record KnownObject(
    DataLocation location,
    Use use,
    InodeId directory,
    byte[] name,
    long size,
    boolean settled,
    @Nullable Integer crc) {
  /** The minimum encoded size of an object. */
  private static final int MIN_BYTES = 1 + 1 + 1 + Long.BYTES + 1 + 1 + 1 + 1;

  private static final Codec<DataLocation> OBJECT =
      Codec.byHand(DataLocation.class, 2, KnownObject::writeObject, KnownObject::readObject);

  static final Codec<KnownObject> CODEC =
      Codec.of(KnownObject.class, OBJECT, Use.CODEC, INODE, BYTES, VARLONG, FLAG, optional(INT32));

  private static final byte[] NO_NAME = {};

  /** The purpose of an object. */
  public enum Use {
    /** It contains a file's bytes. */
    FILE(0),
    /** A handle writes to it. */
    PLACED(1),
    /** It is to be deleted. */
    RECLAIM(2),
    /** It contains the bytes of a file that is, or may be, moving to another location. */
    MOVING(3);

    private static final Codec<Use> CODEC = codeOf(Use.class, use -> use.code);

    private final int code;

    Use(int code) {
      this.code = code;
    }
  }

  /** An object that no entry of the store refers to. */
  public static KnownObject without(DataLocation location, Use use) {
    return new KnownObject(location, use, InodeId.SUPER_ROOT, NO_NAME, 0, false, null);
  }

  /** Its path on the volume. */
  public String path() {
    return location.path();
  }

  /** Its approximate size in an answer, in bytes. */
  public int weight() {
    return MIN_BYTES + 2 * Integer.BYTES + path().length() + name.length;
  }

  private static void writeObject(DataLocation object, WireWriter out) {
    out.count(object.volume()).bytes(object.path().getBytes(StandardCharsets.UTF_8));
  }

  private static DataLocation readObject(WireReader in) {
    int volume = in.count();
    String path = new String(in.bytes(), StandardCharsets.UTF_8);
    try {
      return new DataLocation(volume, path);
    } catch (IllegalArgumentException e) {
      throw new ProtocolException("an object of volume " + volume + ": " + e.getMessage());
    }
  }
}
