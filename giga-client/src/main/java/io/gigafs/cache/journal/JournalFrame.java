package io.gigafs.cache.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The header of a record. A segment is a sequence of records, the first of which is a SEGMENT.
 *
 * <pre>
 *  0  int   magic
 *  4  int   kind
 *  8  long  file       number of the file within the journal
 * 16  long  sequence   WRITE: number of the write, from 1 without gaps per file;
 *                      UPLOADING, UPLOADED: the last write that it is about
 * 24  long  first      WRITE: offset in the file; FILE, UPLOADED: size of the object
 * 32  long  second     FILE, UPLOADED: time of the object's last change, ns
 * 40  int   length     of the payload
 * 44  int   crc        CRC32C of the payload
 * 48  int   headerCrc  CRC32C of the bytes before
 * 52  payload          WRITE: bytes; FILE: the identity; SEGMENT: the cluster's id
 * </pre>
 */
record JournalFrame(
    Kind kind, long file, long sequence, long first, long second, int length, int crc) {
  static final int BYTES = 52;

  /** Longer payloads are damage. */
  static final int MAX_PAYLOAD_BYTES = 64 << 20;

  private static final int MAGIC = 0x67_4a_4e_31;
  private static final int CRC_AT = 48;

  enum Kind {
    /** The first record of a segment. */
    SEGMENT(1),
    /** The file that writes with its number belong to, and the object's status. */
    FILE(2),
    WRITE(3),
    /** Writes are about to be written to the volume: the object may have any part of them. */
    UPLOADING(4),
    /** Writes are on the volume, or were discarded. */
    UPLOADED(5);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /** The kind for a code; null if unknown. */
    static @Nullable Kind of(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      return null;
    }
  }

  static int crcOf(ByteBuffer payload) {
    CRC32C crc = new CRC32C();
    crc.update(payload.duplicate());
    return (int) crc.getValue();
  }

  ByteBuffer encode() {
    ByteBuffer header = ByteBuffer.allocate(BYTES);
    header
        .putInt(MAGIC)
        .putInt(kind.code)
        .putLong(file)
        .putLong(sequence)
        .putLong(first)
        .putLong(second)
        .putInt(length)
        .putInt(crc);
    return header.putInt(crcOf(header.duplicate().flip())).flip();
  }

  /** Decodes the header at the buffer's position; null if there is none, or it is damaged. */
  static @Nullable JournalFrame decode(ByteBuffer from) {
    if (from.remaining() < BYTES || from.getInt(from.position()) != MAGIC) {
      return null;
    }
    ByteBuffer header = from.slice(from.position(), BYTES);
    if (header.getInt(CRC_AT) != crcOf(header.slice(0, CRC_AT))) {
      return null;
    }
    Kind kind = Kind.of(header.getInt(4));
    int length = header.getInt(40);
    if (kind == null || length < 0 || length > MAX_PAYLOAD_BYTES) {
      return null;
    }
    return new JournalFrame(
        kind,
        header.getLong(8),
        header.getLong(16),
        header.getLong(24),
        header.getLong(32),
        length,
        header.getInt(44));
  }
}
