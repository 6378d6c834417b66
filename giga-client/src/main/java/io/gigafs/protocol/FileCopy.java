package io.gigafs.protocol;

import java.util.List;

/**
 * An entry and all that hangs on it, on its way to another place.
 *
 * @param marks what else there is to know of the file, as servers store it
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
