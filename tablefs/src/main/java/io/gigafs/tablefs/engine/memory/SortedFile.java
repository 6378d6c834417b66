package io.gigafs.tablefs.engine.memory;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A file of rows: checksum of the rest (8 bytes), number of rows (4 bytes), then for each row
 * length (4 bytes) and bytes of key and value.
 */
final class SortedFile {
  private static final int CHECKSUM_BYTES = Long.BYTES;

  private SortedFile() {}

  static long write(Path file, Cursor rows) {
    if (!rows.next()) {
      return 0;
    }
    try {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      int count = 0;
      DataOutputStream out = new DataOutputStream(body);
      do {
        byte[] key = rows.key();
        out.writeInt(key.length);
        out.write(key);
        out.writeInt(rows.valueLength());
        out.write(rows.value(), 0, rows.valueLength());
        count++;
      } while (rows.next());
      Files.write(file, withHeader(count, body.toByteArray()));
      return count;
    } catch (IOException e) {
      throw new StoreException(Kind.IO, "cannot write sorted file " + file, e);
    }
  }

  private static byte[] withHeader(int count, byte[] body) throws IOException {
    ByteArrayOutputStream counted = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(counted);
    out.writeInt(count);
    out.write(body);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    new DataOutputStream(all).writeLong(checksum(counted.toByteArray(), 0));
    counted.writeTo(all);
    return all.toByteArray();
  }

  /** Records that put all rows of a file. Each row must lie in the range. */
  static WriteRecords read(Path file, Family family, KeyRange range) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      if (bytes.length < CHECKSUM_BYTES) {
        throw new IOException("it has " + bytes.length + " bytes");
      }
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      if (in.readLong() != checksum(bytes, CHECKSUM_BYTES)) {
        throw new IOException("its checksum is wrong");
      }
      return readRows(in, family, range);
    } catch (IOException e) {
      throw new StoreException(
          Kind.IO, "sorted file " + file + " is damaged, recreate it: " + e.getMessage(), e);
    }
  }

  private static WriteRecords readRows(DataInputStream in, Family family, KeyRange range)
      throws IOException {
    WriteRecords records = new WriteRecords();
    for (int rest = in.readInt(); rest > 0; rest--) {
      byte[] key = in.readNBytes(in.readInt());
      if (!range.contains(key)) {
        throw new IOException("it has a row outside its range");
      }
      records.put(family, key, in.readNBytes(in.readInt()));
    }
    return records;
  }

  private static long checksum(byte[] bytes, int offset) {
    CRC32C crc = new CRC32C();
    crc.update(Arrays.copyOfRange(bytes, offset, bytes.length));
    return crc.getValue();
  }
}
