package io.gigafs.volume;

import java.util.Map;

/**
 * A tree of files that stands on storage already, to be read before the storage becomes a volume.
 * Nothing is ever written to it. Safe for use by several threads; calls block for as long as the
 * storage does.
 *
 * <p>Paths are as those of the volume will be, see {@link StoredFile#path}; the root's is empty.
 */
public interface StoredTree extends AutoCloseable {
  /**
   * What is said of something. Links are not followed.
   *
   * @throws VolumeException of kind NOT_FOUND if it is not there
   */
  StoredFile file(String path) throws VolumeException;

  /** Visits what is directly in a directory, in no order. */
  void list(String directory, FileVisitor visitor) throws VolumeException;

  /** The extended attributes of a file or directory, but for access control lists. */
  Map<String, byte[]> xattrs(String path) throws VolumeException;

  /**
   * The access control lists of a file or directory, as extended attributes: {@code
   * system.posix_acl_access} and {@code system.posix_acl_default}.
   */
  Map<String, byte[]> acls(String path) throws VolumeException;

  @Override
  void close();

  /** Is told of files. */
  @FunctionalInterface
  interface FileVisitor {
    /** Returns whether to go on. */
    boolean visit(StoredFile file);
  }
}
