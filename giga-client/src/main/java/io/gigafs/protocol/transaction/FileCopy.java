package io.gigafs.protocol.transaction;

import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * An entry with all of its rows, for a transfer to another location.
 *
 * @param marks further properties of the file, in their stored form
 */
public record FileCopy(FileAttributes attributes, int marks, List<FileRow> rows) {
  public FileCopy {
    rows = List.copyOf(rows);
  }

  void write(WireWriter out) {
    out.attributes(attributes).varint(marks).count(rows.size());
    for (FileRow row : rows) {
      row.write(out);
    }
  }

  static FileCopy read(WireReader in) {
    return new FileCopy(in.attributes(), in.marks(), in.list(FileRow.MIN_BYTES, FileRow::read));
  }
}
