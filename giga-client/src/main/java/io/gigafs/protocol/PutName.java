package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import org.jspecify.annotations.Nullable;

/**
 * Gives a name to a file, by the rules of rename(2): what had the name goes, or takes the file's
 * place, or keeps the file away, as the mode says.
 *
 * @param file as it is to be
 * @param changesParent whether the file comes from another directory
 * @param slash whether what the name has, which is exchanged, must be a directory
 * @param refused why the file may not leave its old name, which counts only once the new name does
 *     not forbid the change; null if it may
 * @param replaced what the name was found to be when the step was prepared, null for nothing
 */
public record PutName(
    Name name,
    FileCopy file,
    RenameMode mode,
    boolean changesParent,
    boolean slash,
    @Nullable ErrorCode refused,
    @Nullable InodeId replaced)
    implements CommitStep {

  /** The step, once it is known what it replaces. */
  public PutName replacing(@Nullable InodeId found) {
    return new PutName(name, file, mode, changesParent, slash, refused, found);
  }

  void write(WireWriter out) {
    out.name(name);
    file.write(out);
    out.int8(mode.code()).flag(changesParent).flag(slash).errorOrNone(refused);
    out.flag(replaced != null);
    if (replaced != null) {
      out.inode(replaced);
    }
  }

  static PutName read(WireReader in) {
    return new PutName(
        in.name(),
        FileCopy.read(in),
        in.renameMode(),
        in.flag(),
        in.flag(),
        in.errorOrNone(),
        in.flag() ? in.inode() : null);
  }
}
