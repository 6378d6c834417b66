package io.gigafs.cli.dump;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.dump.DumpRecord.DumpTotals;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.namespace.Xattr;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes records as bytes: a kind, the length of the body, the body. Numbers of fixed width are
 * big-endian. For one thread.
 *
 * <pre>
 * 1 header     uuid cluster, int64 written, text software, varlong slots, varlong split threshold, text path
 * 2 directory  name?, int16 type and mode, varlong uid, varlong gid, times
 * 3 leave
 * 4 entry      name, int16 type and mode, varlong uid, varlong gid, varlong size, times, varlong device
 * 5 end        varlong directories, varlong others
 * 6 file       as an entry, varlong length, bytes; format 2
 * 7 link       as an entry, text target; from here on format 4
 * 8 attribute  text name, text value
 * 9 quota      varlong entries, varlong bytes
 * 10 numbered  varlong number
 * 11 name      name, varlong number
 * 12 bytes     varlong offset, text bytes
 * 13 flags     varlong flags; format 7
 *
 * times        int64 modified, difference of accessed, difference of changed
 * difference   varlong of the zigzag of the time less modified
 * name         int8 length, bytes; name? has the length 0 for the top
 * text         varlong length, bytes
 * </pre>
 */
final class RecordCodec {
  private static final int HEADER = 1;
  private static final int DIRECTORY = 2;
  private static final int LEAVE = 3;
  private static final int ENTRY = 4;
  private static final int END = 5;
  private static final int FILE = 6;
  private static final int LINK = 7;
  private static final int ATTRIBUTE = 8;
  private static final int QUOTA = 9;
  private static final int NUMBERED = 10;
  private static final int NAME = 11;
  private static final int BYTES = 12;
  private static final int FLAGS = 13;

  private static final int MODE_BITS = 12;
  private static final int MODE_MASK = (1 << MODE_BITS) - 1;
  private static final int MAX_VARLONG_BYTES = 10;
  private static final byte[] NOTHING = {};
  private static final int LENGTH_AND_KIND_BYTES = 1 + MAX_VARLONG_BYTES;

  private final ByteBuffer body = ByteBuffer.allocate(DumpFormat.MAX_RECORD_BYTES);

  /** Appends a record; if the buffer is too small, it is unchanged and the result is false. */
  boolean write(DumpRecord record, ByteBuffer out) {
    body.clear();
    int kind = writeBody(record);
    body.flip();
    byte[] bytes = bytesOf(record, kind);
    int length = body.remaining() + bytes.length;
    if (out.remaining() < LENGTH_AND_KIND_BYTES + length) {
      return false;
    }
    out.put((byte) kind);
    varlong(out, length);
    out.put(body).put(bytes);
    return true;
  }

  /** The bytes after the rest of the body, which are not copied. */
  private static byte[] bytesOf(DumpRecord record, int kind) {
    if (record instanceof DumpRecord.Bytes part) {
      return part.bytes();
    }
    return kind == FILE ? bytesOf(((DumpRecord.Entry) record).entry()) : NOTHING;
  }

  private int writeBody(DumpRecord record) {
    if (record instanceof DumpRecord.Entry entry) {
      writeEntry(entry.entry());
      byte[] target = entry.target();
      if (target != null) {
        text(target);
        return LINK;
      }
      byte[] bytes = bytesOf(entry.entry());
      if (bytes.length == 0) {
        return ENTRY;
      }
      varlong(body, bytes.length);
      return FILE;
    } else if (record instanceof DumpRecord.Directory directory) {
      writeDirectory(directory);
      return DIRECTORY;
    } else if (record instanceof DumpRecord.Header header) {
      writeHeader(header);
      return HEADER;
    } else if (record instanceof DumpRecord.End end) {
      varlong(body, end.totals().directories());
      varlong(body, end.totals().others());
      return END;
    } else if (record instanceof DumpRecord.Leave) {
      return LEAVE;
    }
    return writeAddition(record);
  }

  /** Records of formats 4 and 7. */
  private int writeAddition(DumpRecord record) {
    if (record instanceof DumpRecord.Attribute attribute) {
      text(attribute.xattr().name().getBytes(StandardCharsets.UTF_8));
      text(attribute.xattr().value());
      return ATTRIBUTE;
    } else if (record instanceof DumpRecord.Quota quota) {
      varlong(body, quota.maxEntries());
      varlong(body, quota.maxBytes());
      return QUOTA;
    } else if (record instanceof DumpRecord.Numbered numbered) {
      varlong(body, numbered.number());
      return NUMBERED;
    } else if (record instanceof DumpRecord.Flags flags) {
      varlong(body, flags.flags());
      return FLAGS;
    } else if (record instanceof DumpRecord.OtherName other) {
      name(other.name());
      varlong(body, other.number());
      return NAME;
    } else if (record instanceof DumpRecord.Bytes part) {
      varlong(body, part.offset());
      varlong(body, part.bytes().length);
      return BYTES;
    }
    throw new IllegalStateException("a record that has no kind: " + record);
  }

  private void writeHeader(DumpRecord.Header header) {
    body.putLong(header.cluster().getMostSignificantBits());
    body.putLong(header.cluster().getLeastSignificantBits());
    body.putLong(header.writtenNanos());
    text(header.software().getBytes(StandardCharsets.UTF_8));
    varlong(body, header.slots());
    varlong(body, header.splitThreshold());
    text(ByteText.encode(header.path()));
  }

  private void writeDirectory(DumpRecord.Directory directory) {
    name(directory.name());
    typeAndMode(FileType.DIRECTORY, directory.mode());
    owner(directory.uid(), directory.gid());
    times(directory.accessedNanos(), directory.modifiedNanos(), directory.changedNanos());
  }

  private void writeEntry(RestoredEntry entry) {
    name(entry.name());
    typeAndMode(entry.type(), entry.mode());
    owner(entry.uid(), entry.gid());
    varlong(body, entry.size());
    times(entry.accessedNanos(), entry.modifiedNanos(), entry.changedNanos());
    varlong(body, entry.device());
  }

  private static byte[] bytesOf(RestoredEntry entry) {
    return entry.data() instanceof FileData.Inline inline ? inline.bytes() : NOTHING;
  }

  private void name(@Nullable Name name) {
    byte[] bytes = name == null ? new byte[0] : name.bytes();
    body.put((byte) bytes.length).put(bytes);
  }

  private void typeAndMode(FileType type, int mode) {
    body.putShort((short) (type.code() << MODE_BITS | mode));
  }

  private void owner(int uid, int gid) {
    varlong(body, Integer.toUnsignedLong(uid));
    varlong(body, Integer.toUnsignedLong(gid));
  }

  private void times(long accessed, long modified, long changed) {
    body.putLong(modified);
    difference(modified, accessed);
    difference(modified, changed);
  }

  private void difference(long from, long to) {
    long difference = to - from;
    varlong(body, (difference << 1) ^ (difference >> (Long.SIZE - 1)));
  }

  private void text(byte[] bytes) {
    varlong(body, bytes.length);
    body.put(bytes);
  }

  /** Unsigned LEB128: seven bits a byte, the lowest first, the top bit set on all but the last. */
  private static void varlong(ByteBuffer out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  /**
   * The next record of a buffer that contains whole records.
   *
   * @throws DumpException if its kind or structure is unknown to this version
   */
  DumpRecord read(ByteBuffer in) throws DumpException {
    int start = in.position();
    try {
      int kind = Byte.toUnsignedInt(in.get());
      int length = length(in);
      ByteBuffer bounded = in.slice(in.position(), length);
      in.position(in.position() + length);
      DumpRecord record = readBody(kind, bounded);
      if (bounded.hasRemaining()) {
        throw new DumpException(
            "a record of kind " + kind + " is longer by " + bounded.remaining() + " bytes");
      }
      return record;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new DumpException("the record at byte " + start + " of the block makes no sense", e);
    }
  }

  private static int length(ByteBuffer in) {
    long length = readVarlong(in);
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    return (int) length;
  }

  private static DumpRecord readBody(int kind, ByteBuffer in) throws DumpException {
    return switch (kind) {
      case HEADER -> readHeader(in);
      case DIRECTORY -> readDirectory(in);
      case LEAVE -> new DumpRecord.Leave();
      case ENTRY -> new DumpRecord.Entry(readEntry(in));
      case FILE -> new DumpRecord.Entry(readFile(in));
      case LINK -> readLink(in);
      case ATTRIBUTE ->
          new DumpRecord.Attribute(
              new Xattr(new String(readText(in), StandardCharsets.UTF_8), readText(in)));
      case QUOTA -> new DumpRecord.Quota(readVarlong(in), readVarlong(in));
      case NUMBERED -> new DumpRecord.Numbered(readVarlong(in));
      case NAME -> readOtherName(in);
      case FLAGS -> readFlags(in);
      case BYTES -> readBytes(in);
      case END -> new DumpRecord.End(new DumpTotals(readVarlong(in), readVarlong(in)));
      default ->
          throw new DumpException(
              "a record is of kind "
                  + kind
                  + ", which this version of giga does not know; load the dump with the version"
                  + " that wrote it, or a later one");
    };
  }

  private static DumpRecord readHeader(ByteBuffer in) {
    return new DumpRecord.Header(
        new UUID(in.getLong(), in.getLong()),
        in.getLong(),
        new String(readText(in), StandardCharsets.UTF_8),
        (int) readVarlong(in),
        (int) readVarlong(in),
        ByteText.decode(readText(in)));
  }

  private static DumpRecord readDirectory(ByteBuffer in) {
    Name name = readName(in);
    int typeAndMode = Short.toUnsignedInt(in.getShort());
    if (typeOf(typeAndMode) != FileType.DIRECTORY) {
      throw new IllegalArgumentException("a directory of another type");
    }
    int uid = (int) readVarlong(in);
    int gid = (int) readVarlong(in);
    long modified = in.getLong();
    return new DumpRecord.Directory(
        name,
        typeAndMode & MODE_MASK,
        uid,
        gid,
        readDifference(modified, in),
        modified,
        readDifference(modified, in));
  }

  private static RestoredEntry readEntry(ByteBuffer in) {
    Name name = readName(in);
    if (name == null) {
      throw new IllegalArgumentException("an entry without a name");
    }
    int typeAndMode = Short.toUnsignedInt(in.getShort());
    int uid = (int) readVarlong(in);
    int gid = (int) readVarlong(in);
    long size = readVarlong(in);
    long modified = in.getLong();
    return new RestoredEntry(
        name,
        typeOf(typeAndMode),
        typeAndMode & MODE_MASK,
        uid,
        gid,
        size,
        readDifference(modified, in),
        modified,
        readDifference(modified, in),
        readVarlong(in));
  }

  private static RestoredEntry readFile(ByteBuffer in) {
    RestoredEntry entry = readEntry(in);
    byte[] bytes = readText(in);
    boolean isSmall = bytes.length <= entry.size() && entry.size() <= DumpFormat.MAX_BLOCK_BYTES;
    if (entry.type() != FileType.REGULAR || !isSmall) {
      throw new IllegalArgumentException("bytes that no file can have");
    }
    return entry.with(FileData.Inline.of(bytes));
  }

  private static DumpRecord readLink(ByteBuffer in) {
    RestoredEntry entry = readEntry(in);
    if (entry.type() != FileType.SYMLINK) {
      throw new IllegalArgumentException("a target of what is no link");
    }
    return new DumpRecord.Entry(entry, readText(in));
  }

  private static DumpRecord readOtherName(ByteBuffer in) {
    Name name = readName(in);
    if (name == null) {
      throw new IllegalArgumentException("one more name that is none");
    }
    return new DumpRecord.OtherName(name, readVarlong(in));
  }

  private static DumpRecord readFlags(ByteBuffer in) {
    long flags = readVarlong(in);
    if (flags <= 0 || flags > (FileAttributes.APPEND_ONLY | FileAttributes.IMMUTABLE)) {
      throw new IllegalArgumentException("flags that no file can have");
    }
    return new DumpRecord.Flags((int) flags);
  }

  private static DumpRecord readBytes(ByteBuffer in) {
    long offset = readVarlong(in);
    byte[] bytes = readText(in);
    if (offset < 0 || offset > Long.MAX_VALUE - bytes.length) {
      throw new IllegalArgumentException("bytes that no file can have");
    }
    return new DumpRecord.Bytes(offset, bytes);
  }

  private static FileType typeOf(int typeAndMode) {
    return FileType.ofCode(typeAndMode >>> MODE_BITS);
  }

  private static @Nullable Name readName(ByteBuffer in) {
    byte[] bytes = new byte[Byte.toUnsignedInt(in.get())];
    in.get(bytes);
    return bytes.length == 0 ? null : Name.of(bytes);
  }

  private static byte[] readText(ByteBuffer in) {
    byte[] bytes = new byte[length(in)];
    in.get(bytes);
    return bytes;
  }

  private static long readDifference(long from, ByteBuffer in) {
    long folded = readVarlong(in);
    return from + ((folded >>> 1) ^ -(folded & 1));
  }

  private static long readVarlong(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = in.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number of more than 64 bits");
  }
}
