package io.gigafs.cli.dump;

import io.gigafs.cli.dump.DumpRecord.DumpTotals;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.bulk.RestoredEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Writes a dump to a stream. For one thread, except for the counts, which any thread may read. */
final class DumpWriter implements AutoCloseable {
  private final BlockWriter blocks;
  private final RecordCodec codec = new RecordCodec();
  private final ByteBuffer block = ByteBuffer.allocate(DumpFormat.BLOCK_BYTES);
  private final AtomicLong directories = new AtomicLong();
  private final AtomicLong others = new AtomicLong();

  /** Begins a dump. */
  DumpWriter(OutputStream out, DumpRecord.Header header) throws IOException {
    this(out, DumpFormat.NEWEST, header);
  }

  DumpWriter(OutputStream out, int format, DumpRecord.Header header) throws IOException {
    this.blocks = new BlockWriter(out, format);
    write(header);
  }

  /** Enters a directory, which contains the following records. The top has no name. */
  void enter(@Nullable Name name, FileAttributes attributes) throws IOException {
    write(DumpRecord.Directory.of(name, attributes));
    if (name != null) {
      directories.incrementAndGet();
    }
  }

  void entry(RestoredEntry entry) throws IOException {
    entry(new DumpRecord.Entry(entry));
  }

  void entry(DumpRecord.Entry entry) throws IOException {
    write(entry);
    others.incrementAndGet();
  }

  /** Writes a further name of a file that is in the dump. */
  void otherName(Name name, long number) throws IOException {
    write(new DumpRecord.OtherName(name, number));
    others.incrementAndGet();
  }

  /** Writes an addition to the last entry or directory. */
  void more(DumpRecord record) throws IOException {
    write(record);
  }

  void leave() throws IOException {
    write(new DumpRecord.Leave());
  }

  /** Ends the dump, which is invalid without this. */
  void end() throws IOException {
    write(new DumpRecord.End(totals()));
    blocks.write(block);
  }

  DumpTotals totals() {
    return new DumpTotals(directories.get(), others.get());
  }

  /** The size of the dump in bytes. */
  long written() {
    return blocks.written();
  }

  private void write(DumpRecord record) throws IOException {
    if (!codec.write(record, block)) {
      if (block.position() > 0) {
        blocks.write(block);
      }
      if (!codec.write(record, block)) {
        writeAlone(record);
      }
    }
  }

  /** Writes a large record in its own block. */
  private void writeAlone(DumpRecord record) throws IOException {
    ByteBuffer large = ByteBuffer.allocate(DumpFormat.MAX_BLOCK_BYTES);
    if (!codec.write(record, large)) {
      throw new IllegalStateException("a record is larger than a block may be: " + record);
    }
    blocks.write(large);
  }

  /** Frees memory outside of the heap; does not close the stream. */
  @Override
  public void close() {
    blocks.close();
  }
}
