package io.gigafs.cli.adopt;

import io.gigafs.protocol.namespace.Xattr;
import java.io.IOException;
import java.util.List;

/**
 * A tree to be adopted. It is never written to. Safe for use by several threads; calls block for as
 * long as the storage does.
 */
interface SourceTree extends AutoCloseable {
  /**
   * The top directory.
   *
   * @throws IOException if it is not a directory
   */
  SourceFile root() throws IOException;

  /** Whether a directory in it is marked as a volume. */
  boolean isVolume(SourceFile directory) throws IOException;

  /** Lists the entries of a directory, in no order. */
  void list(SourceFile directory, Visitor visitor) throws IOException;

  /** The extended attributes to be copied, including access control lists. */
  List<Xattr> xattrs(SourceFile file) throws IOException;

  /** The target of a symbolic link. */
  byte[] target(SourceFile link) throws IOException;

  @Override
  void close();

  /** Receives the entries of a directory. */
  interface Visitor {
    /** Whether to continue. */
    boolean goesOn();

    void found(String name, SourceFile file);

    /** Receives an entry whose attributes cannot be read or used. */
    void unusable(String path, String why);
  }
}
