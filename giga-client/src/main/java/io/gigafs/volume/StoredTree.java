package io.gigafs.volume;

import java.util.Map;

/**
 * An existing tree of files on storage, to be read before the storage becomes a volume. It is never
 * written to. Safe for use by several threads; calls block for as long as the storage does.
 *
 * <p>Paths are those that the volume will have, see {@link StorageEntry#path}; the root's is empty.
 */
public interface StoredTree extends AutoCloseable {
  /**
   * The attributes of an entry. Links are not followed.
   *
   * @throws VolumeException of kind NOT_FOUND if it does not exist
   */
  StorageEntry file(String path) throws VolumeException;

  /** Visits the entries of a directory, in no order. */
  void list(String directory, FileVisitor visitor) throws VolumeException;

  /** The extended attributes of a file or directory, except access control lists. */
  Map<String, byte[]> xattrs(String path) throws VolumeException;

  /**
   * The access control lists of a file or directory, as extended attributes: {@code
   * system.posix_acl_access} and {@code system.posix_acl_default}.
   */
  Map<String, byte[]> acls(String path) throws VolumeException;

  @Override
  void close();

  /** Receives files. */
  @FunctionalInterface
  interface FileVisitor {
    /** Returns whether to continue. */
    boolean visit(StorageEntry file);
  }
}
