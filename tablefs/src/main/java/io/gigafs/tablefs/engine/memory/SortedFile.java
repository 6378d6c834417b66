package io.gigafs.tablefs.engine.memory;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of rows: a magic number and a count, then length and bytes of each key and value. */
final class SortedFile {
  private static final int MAGIC = 0x67696761;

  private SortedFile() {}

  static long write(Path file, Cursor rows) {
    if (!rows.next()) {
      return 0;
    }
    try (DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)))) {
      out.writeInt(MAGIC);
      long count = 0;
      do {
        out.writeBoolean(true);
        writeBytes(out, rows.key(), -1);
        writeBytes(out, rows.value(), rows.valueLength());
        count++;
      } while (rows.next());
      out.writeBoolean(false);
      return count;
    } catch (IOException e) {
      throw new StoreException(Kind.IO, "cannot write sorted file " + file, e);
    }
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes, int length)
      throws IOException {
    int count = length < 0 ? bytes.length : length;
    out.writeInt(count);
    out.write(bytes, 0, count);
  }

  /** Records that put all rows of a file. */
  static WriteRecords read(Path file, Family family) {
    WriteRecords records = new WriteRecords();
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readInt() != MAGIC) {
        throw new IOException("not a sorted file of this engine");
      }
      while (in.readBoolean()) {
        byte[] key = in.readNBytes(in.readInt());
        records.put(family, key, in.readNBytes(in.readInt()));
      }
      return records;
    } catch (IOException e) {
      throw new StoreException(Kind.IO, "cannot read sorted file " + file, e);
    }
  }

  static void consume(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new StoreException(Kind.IO, "cannot remove sorted file " + file, e);
    }
  }
}
