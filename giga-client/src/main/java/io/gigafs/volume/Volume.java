package io.gigafs.volume;

import java.util.List;

/**
 * A volume that this process can reach. Safe for use by several threads; calls block for as long as
 * the storage does. Every failure is a {@link VolumeException} that names the volume.
 *
 * <p>Paths are relative to the volume's root, as in {@link DataLocation#path}.
 */
public interface Volume extends AutoCloseable {
  /** Objects whose paths begin with this prefix are not listed. */
  String HIDDEN = ".giga-";

  /** The file at the root: see {@link VolumeMark}. */
  String MARK = HIDDEN + "volume";

  /**
   * Creates an empty object and missing parent directories.
   *
   * @param owner of the file, for storage that other programs reach too
   * @throws VolumeException of kind EXISTS if it exists
   */
  VolumeObject create(String path, ObjectOwner owner) throws VolumeException;

  /**
   * Opens an object.
   *
   * @throws VolumeException of kind NOT_FOUND if the object does not exist on the volume; of kind
   *     GONE if the volume itself is not there
   */
  VolumeObject open(String path, boolean writes) throws VolumeException;

  /** Size and mtime, from the storage. */
  ObjectStatus status(String path) throws VolumeException;

  /** Sets an object's length; extends it with zeros. */
  void truncate(String path, long size) throws VolumeException;

  /** Changes an object's owner and permissions, where the storage has these and allows it. */
  void chown(String path, ObjectOwner owner) throws VolumeException;

  /**
   * Deletes an object, with the parent directories that become empty.
   *
   * @return whether it existed; false only if the volume is known to be there
   */
  boolean delete(String path) throws VolumeException;

  /**
   * Moves an object to another path, durably. For tools only: no other objects ever move.
   *
   * @throws VolumeException of kind NOT_FOUND if it does not exist, EXISTS if the new path does
   */
  void move(String from, String to) throws VolumeException;

  /**
   * Makes an object's existence durable: syncs the directories that lead to it. Its bytes need
   * {@link VolumeObject#sync}.
   */
  void syncPath(String path) throws VolumeException;

  /** Visits all objects of Giga on the volume, in no order. Fails rather than omitting any. */
  void list(ObjectVisitor visitor) throws VolumeException;

  /** The capacity of the volume; fails if the volume is not there. */
  VolumeSpace space() throws VolumeException;

  /**
   * The block locations of an object, for programs that run close to their data: in the order of
   * offsets, as far as the storage reports them. The default reports none. They are hints: blocks
   * move, and a read of an object finds its bytes wherever they are.
   *
   * @throws VolumeException of kind NOT_FOUND if the object does not exist on the volume
   */
  default List<DataBlock> blocks(String path) throws VolumeException {
    return List.of();
  }

  /** The capabilities of this kind of storage. */
  VolumeAbilities abilities();

  @Override
  void close();

  /** Receives objects. */
  @FunctionalInterface
  interface ObjectVisitor {
    void visit(String path, ObjectStatus status) throws VolumeException;
  }

  /**
   * The owner and permissions of an object.
   *
   * @param mode permission bits (0777)
   */
  record ObjectOwner(int uid, int gid, int mode) {}

  /**
   * The capabilities of a kind of storage.
   *
   * @param writesAnywhere whether bytes can be written at any offset, not only at the end
   * @param hasOwners whether objects have owners and permissions
   */
  record VolumeAbilities(boolean writesAnywhere, boolean hasOwners) {}

  /**
   * The capacity of a volume, and the bytes that are free for this process.
   *
   * @param reservedBytes free, but not for this process
   * @param fileSystem of the volume: several volumes may share it
   */
  record VolumeSpace(long totalBytes, long freeBytes, long reservedBytes, FileSystemId fileSystem) {
    /** A volume with unknown capacity. */
    public static final VolumeSpace UNKNOWN = new VolumeSpace(0, 0, 0, FileSystemId.UNKNOWN);
  }

  /**
   * A part of an object that a volume stores in one piece.
   *
   * @param offset of its first byte in the object
   * @param length in bytes
   * @param copies the replicas, nearest first if the volume knows the distance
   */
  record DataBlock(long offset, long length, List<Copy> copies) {
    public DataBlock {
      copies = List.copyOf(copies);
    }

    /**
     * A replica of a block.
     *
     * @param address HOST:PORT of the server with the bytes
     * @param host the machine's name in the volume
     * @param rack the machine's network location, as {@code /rack/HOST:PORT}; empty if unknown
     * @param inMemory whether the machine has it in memory
     */
    public record Copy(String address, String host, String rack, boolean inMemory) {}
  }
}
