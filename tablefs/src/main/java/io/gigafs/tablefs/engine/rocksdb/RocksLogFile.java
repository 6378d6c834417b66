package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The contents of a RocksDB log. It is read without RocksDB, which takes a damaged record for the
 * end of the log.
 *
 * <pre>
 * log:      blocks of 32 KiB
 * block:    fragments, and fewer than 7 bytes that are skipped
 * fragment: CRC32C of type and bytes, masked [4], length [2], type [1], bytes
 * type:     1 a whole record, 2 its first, 3 a middle, 4 its last fragment; 9 and more: no record
 * record:   number of its first row [8], rows [4], rows; see WriteRecords
 * </pre>
 *
 * <p>Numbers are little-endian.
 *
 * @param number the log's number, which orders logs
 * @param bytes the file's size
 * @param goodBytes length of the prefix that consists of whole records
 * @param last sequence number of the last row in that prefix; -1 if there is none
 * @param badAt offset of the first unreadable byte; -1 if all are readable
 * @param lastBehind sequence number of the last row in whole records after that byte; -1 if there
 *     is none
 */
record RocksLogFile(
    Path path, long number, long bytes, long goodBytes, long last, long badAt, long lastBehind) {
  private static final Pattern NAME = Pattern.compile("([0-9]{6,19})\\.log");
  private static final int NONE = -1;

  /** All logs of a database, in order. */
  static List<RocksLogFile> all(Path directory) {
    return paths(directory).stream().map(RocksLogFile::read).toList();
  }

  private static List<Path> paths(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> number(file) >= 0)
          .sorted(Comparator.comparingLong(RocksLogFile::number))
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new StoreException(Kind.IO, directory + ": cannot be read: " + e, e);
    }
  }

  /** The number of the newest log; 0 if there is none. */
  static long newest(Path directory) {
    return paths(directory).stream().mapToLong(RocksLogFile::number).max().orElse(0);
  }

  private static long number(Path file) {
    Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
    return name.matches() ? Long.parseLong(name.group(1)) : NONE;
  }

  boolean isWhole() {
    return badAt == NONE;
  }

  String name() {
    return String.valueOf(path.getFileName());
  }

  /** Reads a log from start to end. */
  static RocksLogFile read(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      Reader reader = new Reader(channel);
      reader.run();
      return new RocksLogFile(
          file,
          number(file),
          channel.size(),
          reader.goodBytes,
          reader.last,
          reader.badAt,
          reader.lastBehind);
    } catch (IOException e) {
      throw new StoreException(Kind.IO, file + ": cannot be read: " + e, e);
    }
  }

  /** Reads a log once, sequentially. */
  private static final class Reader {
    private static final int BLOCK_BYTES = 32 << 10;
    private static final int HEADER_BYTES = 7;
    private static final int LENGTH_OFFSET = 4;
    private static final int TYPE_OFFSET = 6;
    private static final int ROWS_OFFSET = 8;
    private static final int RECORD_HEADER_BYTES = 12;

    private static final int WHOLE = 1;
    private static final int FIRST = 2;
    private static final int MIDDLE = 3;
    private static final int LAST = 4;
    private static final int MIN_OTHER = 9;

    private static final int MASK_ROTATION = 15;
    private static final int MASK_DELTA = 0xa282ead8;

    /**
     * Bytes that resemble a record by chance rarely have a sequence number within this distance.
     */
    private static final long MAX_STEP = 1L << 40;

    private final FileChannel channel;
    private final ByteBuffer block =
        ByteBuffer.allocate(BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer header =
        ByteBuffer.allocate(RECORD_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long blockOffset;
    private boolean inRecord;

    private long goodBytes;
    private long last = NONE;
    private long badAt = NONE;
    private long lastBehind = NONE;

    Reader(FileChannel channel) {
      this.channel = channel;
    }

    void run() throws IOException {
      while (fill()) {
        int at = 0;
        while (at < block.limit()) {
          at = next(at);
        }
        blockOffset += block.limit();
      }
      if (inRecord) {
        bad(goodBytes);
      }
    }

    private boolean fill() throws IOException {
      block.clear();
      while (block.hasRemaining() && channel.read(block) >= 0) {}
      block.flip();
      return block.hasRemaining();
    }

    /** Processes the bytes at an offset of the block. Returns the next offset. */
    private int next(int at) {
      int left = block.limit() - at;
      if (left < HEADER_BYTES) {
        if (block.limit() < BLOCK_BYTES) {
          bad(blockOffset + at); // the file ends in the middle of a fragment's header
        }
        return block.limit();
      }
      if (!isFragment(at)) {
        bad(blockOffset + at);
        return at + 1; // a later fragment may begin anywhere
      }
      int length = length(at);
      take(block.get(at + TYPE_OFFSET), at + HEADER_BYTES, length);
      int end = at + HEADER_BYTES + length;
      if (badAt == NONE && !inRecord) {
        goodBytes = blockOffset + end;
      }
      return end;
    }

    private int length(int at) {
      return Short.toUnsignedInt(block.getShort(at + LENGTH_OFFSET));
    }

    private boolean isFragment(int at) {
      int type = Byte.toUnsignedInt(block.get(at + TYPE_OFFSET));
      int length = length(at);
      if (type == 0
          || (type > LAST && type < MIN_OTHER)
          || at + HEADER_BYTES + length > block.limit()) {
        return false;
      }
      crc.reset();
      crc.update(block.array(), at + TYPE_OFFSET, 1 + length);
      return mask((int) crc.getValue()) == block.getInt(at);
    }

    private static int mask(int crc) {
      return Integer.rotateRight(crc, MASK_ROTATION) + MASK_DELTA;
    }

    private void take(int type, int at, int length) {
      switch (type) {
        case WHOLE -> {
          breakOff();
          header.clear();
          gather(at, length);
          end();
        }
        case FIRST -> {
          breakOff();
          header.clear();
          gather(at, length);
          inRecord = true;
        }
        case MIDDLE -> continueRecord(at, length);
        case LAST -> {
          if (continueRecord(at, length)) {
            inRecord = false;
            end();
          }
        }
        default -> {}
      }
    }

    /** A record that begins inside another one leaves that one incomplete, and so damaged. */
    private void breakOff() {
      if (inRecord) {
        inRecord = false;
        bad(goodBytes);
      }
    }

    private boolean continueRecord(int at, int length) {
      if (!inRecord) {
        bad(blockOffset + at - HEADER_BYTES);
        return false;
      }
      gather(at, length);
      return true;
    }

    private void gather(int at, int length) {
      int wanted = Math.min(length, header.remaining());
      header.put(block.array(), at, wanted);
    }

    /** Processes a complete record. */
    private void end() {
      if (header.hasRemaining()) {
        bad(goodBytes);
        return;
      }
      long first = header.getLong(0);
      long lastRow = first + Math.max(0, Integer.toUnsignedLong(header.getInt(ROWS_OFFSET)) - 1);
      if (badAt == NONE) {
        last = Math.max(last, lastRow);
      } else if (first > last && lastRow < last + MAX_STEP) {
        lastBehind = Math.max(lastBehind, lastRow);
      }
    }

    private void bad(long at) {
      inRecord = false;
      if (badAt == NONE) {
        badAt = at;
      }
    }
  }
}
