package io.gigafs.cli.dump;

import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.RestoredEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Writes a dump to a stream. For one thread, but for the counts, which any may read. */
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

  /** Enters a directory: what is written from here on is in it. The top has no name. */
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

  /** One more name of a file that is in the dump. */
  void otherName(Name name, long number) throws IOException {
    write(new DumpRecord.OtherName(name, number));
    others.incrementAndGet();
  }

  /** Says more of the entry or directory that came last. */
  void more(DumpRecord record) throws IOException {
    write(record);
  }

  void leave() throws IOException {
    write(new DumpRecord.Leave());
  }

  /** Ends the dump, which is none without. */
  void end() throws IOException {
    write(new DumpRecord.End(totals()));
    blocks.write(block);
  }

  DumpTotals totals() {
    return new DumpTotals(directories.get(), others.get());
  }

  /** How many bytes the dump has. */
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

  /** A large record has a block of its own. */
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
