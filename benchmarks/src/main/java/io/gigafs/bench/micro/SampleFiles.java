package io.gigafs.bench.micro;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;

/** Empty files of one directory, in the forms of stores and messages. */
final class SampleFiles {
  /** The directory of all files. */
  static final InodeId DIRECTORY = InodeId.of(3, 17);

  private static final int MODE = 0644;
  private static final int USER = 1_000;
  private static final long NANOS = 1_700_000_000_123_456_789L;

  private SampleFiles() {}

  static EntryKey key(Name name) {
    return EntryKey.of(DIRECTORY.value(), name.position().value(), name.bytes());
  }

  private static InodeId inode(long number) {
    return InodeId.of(3, InodeId.FIRST_COUNTER + number);
  }

  /** A file in its state after creation: all times are equal. */
  static Attributes stored(long number) {
    return new Attributes(
        inode(number).value(),
        io.gigafs.tablefs.FileType.REGULAR,
        MODE,
        USER,
        USER,
        0,
        1,
        NANOS,
        NANOS,
        NANOS,
        0);
  }

  /** A file as in messages. */
  static FileAttributes attributes(long number) {
    return new FileAttributes(
        inode(number), FileType.REGULAR, MODE, USER, USER, 0, 1, NANOS, NANOS, NANOS, 0);
  }
}
