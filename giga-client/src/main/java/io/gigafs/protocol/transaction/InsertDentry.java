package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.ERROR_OR_NONE;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE_OR_NONE;
import static io.gigafs.protocol.Elements.NAME;
import static io.gigafs.protocol.Elements.field;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.RenameMode;
import org.jspecify.annotations.Nullable;

/**
 * Inserts a dentry of a file, by the rules of rename(2). The mode determines whether an existing
 * file under the name is removed, is exchanged with the renamed file, or prevents the rename.
 *
 * @param file its copy as it is to be stored
 * @param mode what happens at the new name, see {@link RenameMode#atNewName}
 * @param changesParent whether the file comes from another directory
 * @param slash whether the existing file, which is exchanged, must be a directory
 * @param refused why the file may not leave its old name, null if it may; applies only if the new
 *     name does not forbid the rename
 * @param replaced the inode that was found under the name when the step was prepared, null for none
 * @param endsReplaced whether the replaced file is deleted, because it has no other name and is not
 *     open; false if nothing is replaced
 */
public record InsertDentry(
    Name name,
    FileCopy file,
    RenameMode mode,
    boolean changesParent,
    boolean slash,
    @Nullable ErrorCode refused,
    @Nullable InodeId replaced,
    boolean endsReplaced)
    implements CommitStep {
  static final Codec<InsertDentry> CODEC =
      Codec.of(
          InsertDentry.class,
          NAME,
          FileCopy.CODEC,
          RenameMode.CODEC,
          FLAG,
          FLAG,
          ERROR_OR_NONE,
          field("endsReplaced", FLAG),
          INODE_OR_NONE);

  public InsertDentry {
    endsReplaced &= replaced != null;
    mode = mode.atNewName();
  }

  /** A step before it is known what it replaces. */
  public InsertDentry(
      Name name,
      FileCopy file,
      RenameMode mode,
      boolean changesParent,
      boolean slash,
      @Nullable ErrorCode refused) {
    this(name, file, mode, changesParent, slash, refused, null, false);
  }

  /** A copy of the step after it is known what it replaces. */
  public InsertDentry replacing(InodeId found, boolean endsFound) {
    return new InsertDentry(name, file, mode, changesParent, slash, refused, found, endsFound);
  }
}
