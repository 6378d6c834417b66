package io.gigafs.cli.adopt;

import io.gigafs.protocol.Xattr;
import java.io.IOException;
import java.util.List;

/**
 * A tree that is adopted. Nothing is ever written to it. Safe for use by several threads; calls
 * block for as long as the storage does.
 */
interface SourceTree extends AutoCloseable {
  /**
   * Its top.
   *
   * @throws IOException if that is no directory
   */
  SourceFile root() throws IOException;

  /** Whether a directory in it is marked as a volume. */
  boolean isVolume(SourceFile directory) throws IOException;

  /** Tells what is directly in a directory, in no order. */
  void list(SourceFile directory, Visitor visitor) throws IOException;

  /** The extended attributes that go along, access control lists among them. */
  List<Xattr> xattrs(SourceFile file) throws IOException;

  /** Where a symbolic link leads. */
  byte[] target(SourceFile link) throws IOException;

  @Override
  void close();

  /** Is told of what is in a directory. */
  interface Visitor {
    /** Whether to be told of more. */
    boolean goesOn();

    void found(String name, SourceFile file);

    /** Something is there that nothing more can be learned of. */
    void unusable(String path, String why);
  }
}
