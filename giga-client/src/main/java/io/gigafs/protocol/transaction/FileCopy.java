package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.ATTRIBUTES;
import static io.gigafs.protocol.Elements.MARKS;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileAttributes;
import java.util.List;

/**
 * An entry with all of its rows, for a transfer to another location.
 *
 * @param marks further properties of the file, in their stored form
 */
public record FileCopy(FileAttributes attributes, int marks, List<FileRow> rows) {
  static final Codec<FileCopy> CODEC =
      Codec.of(FileCopy.class, ATTRIBUTES, MARKS, listOf(FileRow.CODEC));

  public FileCopy {
    rows = List.copyOf(rows);
  }
}
