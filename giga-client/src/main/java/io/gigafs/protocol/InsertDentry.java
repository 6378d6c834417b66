package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import org.jspecify.annotations.Nullable;

/**
 * Gives a name to a file, by the rules of rename(2): what had the name goes, or takes the file's
 * place, or keeps the file away, as the mode says.
 *
 * @param file as it is to be
 * @param mode what becomes of the new name, see {@link RenameMode#atNewName}
 * @param changesParent whether the file comes from another directory
 * @param slash whether what the name has, which is exchanged, must be a directory
 * @param refused why the file may not leave its old name, which counts only once the new name does
 *     not forbid the change; null if it may
 * @param replaced what the name was found to be when the step was prepared, null for nothing
 * @param endsReplaced whether nothing is left then of what is replaced: no other name, and nobody
 *     who has it open; false if nothing is replaced
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
  public InsertDentry {
    endsReplaced &= replaced != null;
    mode = mode.atNewName();
  }

  /** A step of which it is not known yet what it replaces. */
  public InsertDentry(
      Name name,
      FileCopy file,
      RenameMode mode,
      boolean changesParent,
      boolean slash,
      @Nullable ErrorCode refused) {
    this(name, file, mode, changesParent, slash, refused, null, false);
  }

  /** The step, once it is known what it replaces. */
  public InsertDentry replacing(InodeId found, boolean endsFound) {
    return new InsertDentry(name, file, mode, changesParent, slash, refused, found, endsFound);
  }

  void write(WireWriter out) {
    out.name(name);
    file.write(out);
    out.int8(mode.code()).flag(changesParent).flag(slash).errorOrNone(refused);
    out.flag(endsReplaced).flag(replaced != null);
    if (replaced != null) {
      out.inode(replaced);
    }
  }

  static InsertDentry read(WireReader in) {
    Name name = in.name();
    FileCopy file = FileCopy.read(in);
    RenameMode mode = in.renameMode();
    boolean changesParent = in.flag();
    boolean slash = in.flag();
    @Nullable ErrorCode refused = in.errorOrNone();
    boolean endsReplaced = in.flag();
    @Nullable InodeId replaced = in.flag() ? in.inode() : null;
    return new InsertDentry(
        name, file, mode, changesParent, slash, refused, replaced, endsReplaced);
  }
}
