package io.gigafs.hadoop;

import io.gigafs.protocol.FileAttributes;
import java.io.Serializable;

/**
 * What tells a file, and what it holds, from any other: its number, which no other file ever gets,
 * the time of its last change and its size.
 */
record FileVersion(long inode, long modifiedNanos, long size) implements Serializable {
  private static final long serialVersionUID = 1L;

  static FileVersion of(FileAttributes attributes) {
    return new FileVersion(
        attributes.inode().value(), attributes.modifiedNanos(), attributes.size());
  }

  /** For programs that look for changes. A rename keeps it. */
  String etag() {
    return String.format("%x-%x-%x", inode, modifiedNanos, size);
  }
}
