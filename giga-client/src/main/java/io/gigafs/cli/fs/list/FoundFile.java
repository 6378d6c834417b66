package io.gigafs.cli.fs.list;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import org.jspecify.annotations.Nullable;

/**
 * A file that find(1) has found.
 *
 * @param attributes null unless a test needs them
 */
record FoundFile(
    Operand operand, int depth, InodeId inode, FileType type, @Nullable FileAttributes attributes) {

  /** The last part of the path. */
  String baseName() {
    return operand.path().isRoot() ? "/" : ByteText.decode(operand.path().name().bytes());
  }

  /** The attributes, for tests that requested them. */
  FileAttributes known() {
    if (attributes == null) {
      throw new IllegalStateException("attributes were not requested for " + operand.text());
    }
    return attributes;
  }

  boolean isDirectory() {
    return type == FileType.DIRECTORY;
  }
}
