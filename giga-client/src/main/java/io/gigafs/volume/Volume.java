package io.gigafs.volume;

import java.util.List;

/**
 * A volume that this process can reach. Safe for use by several threads; calls block for as long as
 * the storage does. Every failure is a {@link VolumeException} that names the volume.
 *
 * <p>Paths are relative to the volume's root, as in {@link DataLocation#path}.
 */
public interface Volume extends AutoCloseable {
  /** Objects whose paths begin so are not listed. */
  String HIDDEN = ".giga-";

  /** What stands at the root: see {@link VolumeMark}. */
  String MARK = HIDDEN + "volume";

  /**
   * Makes an object of no bytes with the directories above it.
   *
   * @param owner whose file it is, for storage that other programs reach too
   * @throws VolumeException of kind EXISTS if it is there already
   */
  VolumeObject create(String path, ObjectOwner owner) throws VolumeException;

  /**
   * Opens an object.
   *
   * @throws VolumeException of kind NOT_FOUND if the volume is there and the object is not; of kind
   *     GONE if the volume itself is not there
   */
  VolumeObject open(String path, boolean writes) throws VolumeException;

  /** Size and time of the last change, as the storage has them. */
  ObjectStatus status(String path) throws VolumeException;

  /** Sets an object's length; what it gains is zeros. */
  void truncate(String path, long size) throws VolumeException;

  /**
   * Gives an object to another owner, or other permissions, where the storage has these and lets
   * this process.
   */
  void chown(String path, ObjectOwner owner) throws VolumeException;

  /**
   * Deletes an object, with the directories above it that this leaves empty.
   *
   * @return whether it was there; only if the volume is known to be there is the answer false
   */
  boolean delete(String path) throws VolumeException;

  /**
   * Gives an object another path, durably; for tools, as nobody else's objects ever move.
   *
   * @throws VolumeException of kind NOT_FOUND if it is not there, EXISTS if something has the path
   */
  void move(String from, String to) throws VolumeException;

  /**
   * Makes durable that an object is there: the directories that lead to it. Its bytes are the
   * matter of {@link VolumeObject#sync}.
   */
  void syncPath(String path) throws VolumeException;

  /**
   * Visits all objects that Giga has on the volume, in no order. Fails rather than leaving
   * something out.
   */
  void list(ObjectVisitor visitor) throws VolumeException;

  /** What the volume can hold; fails if the volume is not there. */
  VolumeSpace space() throws VolumeException;

  /**
   * Where an object's bytes are, for programs that would run beside them: in the order of their
   * offsets, as far as the storage tells. By default nothing is told. What is told promises
   * nothing: blocks move, and whoever reads an object finds its bytes wherever they are.
   *
   * @throws VolumeException of kind NOT_FOUND if the volume is there and the object is not
   */
  default List<DataBlock> blocks(String path) throws VolumeException {
    return List.of();
  }

  /** What this kind of storage can do. */
  VolumeAbilities abilities();

  @Override
  void close();

  /** Is told of objects. */
  @FunctionalInterface
  interface ObjectVisitor {
    void visit(String path, ObjectStatus status) throws VolumeException;
  }
}
