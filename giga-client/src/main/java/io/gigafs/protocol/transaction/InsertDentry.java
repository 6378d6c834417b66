package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
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
      Codec.byHand(InsertDentry.class, InsertDentry::write, InsertDentry::read);

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

  void write(WireWriter out) {
    out.name(name);
    FileCopy.CODEC.write(file, out);
    out.int8(mode.code()).flag(changesParent).flag(slash).errorOrNone(refused);
    out.flag(endsReplaced).flag(replaced != null);
    if (replaced != null) {
      out.inode(replaced);
    }
  }

  static InsertDentry read(WireReader in) {
    Name name = in.name();
    FileCopy file = FileCopy.CODEC.read(in);
    RenameMode mode = RenameMode.CODEC.read(in);
    boolean changesParent = in.flag();
    boolean slash = in.flag();
    @Nullable ErrorCode refused = in.errorOrNone();
    boolean endsReplaced = in.flag();
    @Nullable InodeId replaced = in.flag() ? in.inode() : null;
    return new InsertDentry(
        name, file, mode, changesParent, slash, refused, replaced, endsReplaced);
  }
}
