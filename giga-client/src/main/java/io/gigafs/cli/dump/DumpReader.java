package io.gigafs.cli.dump;

import io.gigafs.cli.dump.DumpRecord.DumpTotals;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads a dump from a stream and validates its structure, so that a damaged, truncated or
 * incomplete dump is detected. For one thread, except for the counts, which any thread may read.
 */
final class DumpReader implements AutoCloseable {
  private final BlockReader blocks;
  private final RecordCodec codec = new RecordCodec();
  private final DumpRecord.Header header;
  private ByteBuffer block = ByteBuffer.allocate(0);
  private final AtomicLong directories = new AtomicLong();
  private final AtomicLong others = new AtomicLong();
  private int depth;
  private boolean entered;

  /** The record to which additions may refer: the last one that was no addition. */
  private @Nullable DumpRecord last;

  private boolean ended;

  /** Reads the header. */
  DumpReader(InputStream in) throws IOException {
    this.blocks = new BlockReader(in);
    if (read() instanceof DumpRecord.Header first) {
      this.header = first;
    } else {
      throw new DumpException("the dump does not begin with a header");
    }
  }

  DumpRecord.Header header() {
    return header;
  }

  /** The entries read so far. */
  DumpTotals totals() {
    return new DumpTotals(directories.get(), others.get());
  }

  /** How many bytes have been read. */
  long bytes() {
    return blocks.read();
  }

  /**
   * The next record after the header; null after the end.
   *
   * @throws DumpException if the dump is damaged or incomplete
   */
  @Nullable DumpRecord next() throws IOException {
    if (ended) {
      return null;
    }
    try {
      DumpRecord record = read();
      check(record);
      return record;
    } catch (DumpException e) {
      throw new DumpException(e.getMessage() + " (" + totals().entries() + " entries read)", e);
    }
  }

  private DumpRecord read() throws IOException {
    while (!block.hasRemaining()) {
      ByteBuffer next = blocks.next();
      if (next == null) {
        throw new DumpException("the dump is truncated at byte " + blocks.read());
      }
      block = next;
    }
    return codec.read(block);
  }

  private void check(DumpRecord record) throws IOException {
    boolean isLink = record instanceof DumpRecord.Entry entry && entry.target() != null;
    require(
        blocks.format() >= DumpFormat.OF_ALL
            || !(isAddition(record) || isLink || record instanceof DumpRecord.OtherName),
        "it has a record that its format does not have");
    require(
        blocks.format() >= DumpFormat.OF_FLAGS || !(record instanceof DumpRecord.Flags),
        "it has flags, which its format does not have");
    if (isAddition(record)) {
      require(
          last instanceof DumpRecord.Entry
              || (last instanceof DumpRecord.Directory
                  && (record instanceof DumpRecord.Attribute
                      || record instanceof DumpRecord.Quota
                      || record instanceof DumpRecord.Flags)),
          "it has an addition to no entry");
      return;
    }
    last = record;
    if (record instanceof DumpRecord.OtherName) {
      require(depth > 0, "a name is in no directory");
      others.incrementAndGet();
    } else if (record instanceof DumpRecord.Directory directory) {
      boolean isTop = directory.name() == null;
      require(isTop ? !entered : depth > 0, "a directory is out of place");
      entered = true;
      depth++;
      directories.addAndGet(isTop ? 0 : 1);
    } else if (record instanceof DumpRecord.Entry entry) {
      require(depth > 0, "an entry is in no directory");
      require(
          entry.entry().data() == null || blocks.format() >= DumpFormat.OF_BYTES,
          "a file has bytes, which its format does not know");
      others.incrementAndGet();
    } else if (record instanceof DumpRecord.Leave) {
      require(depth > 0, "a directory is left that was not entered");
      depth--;
    } else if (record instanceof DumpRecord.End end) {
      require(entered && depth == 0, "it ends within a directory");
      require(end.totals().equals(totals()), "it should hold " + end.totals().entries());
      require(!block.hasRemaining() && blocks.next() == null, "something follows its end");
      ended = true;
    } else {
      throw new DumpException("the dump is damaged: it has two headers");
    }
  }

  private static boolean isAddition(DumpRecord record) {
    return record instanceof DumpRecord.Attribute
        || record instanceof DumpRecord.Quota
        || record instanceof DumpRecord.Numbered
        || record instanceof DumpRecord.Flags
        || record instanceof DumpRecord.Bytes;
  }

  private static void require(boolean holds, String otherwise) throws DumpException {
    if (!holds) {
      throw new DumpException("the dump is damaged: " + otherwise);
    }
  }

  /** Frees memory outside of the heap; does not close the stream. */
  @Override
  public void close() {
    blocks.close();
  }
}
