package io.gigafs.cli.fsck;

import io.gigafs.index.InodeId;
import java.util.Locale;

/**
 * Something that is wrong with an object of a volume. Two that are equal are the same thing,
 * unchanged.
 *
 * @param directory where the file's entry is; the super-root if there is no file
 * @param name the entry's, for people; empty then
 */
record VolumeFinding(
    Kind kind, int volume, String path, InodeId directory, String name, String facts) {

  /** What may be wrong. */
  enum Kind {
    MISSING_OBJECT(
        "The file is listed, but its bytes are not where they should be: those who read it get"
            + " EIO."),
    WRONG_SIZE("The file's size is not that of its bytes: they are cut off, or not all are seen."),
    WRONG_CHECKSUM("The bytes are not those that were written."),
    UNKNOWN_VOLUME(
        "The file's bytes are on a volume that the cluster does not know: those who read it get"
            + " EIO."),
    ORPHANED_OBJECT("No file has these bytes: they only take room on the volume.");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    /** What it means to those who use the cluster. */
    String meaning() {
      return meaning;
    }

    /** Its name for programs. */
    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** What it is about, and what was found. */
  String text() {
    return switch (kind) {
          case MISSING_OBJECT -> "missing object '" + path + "' of " + file();
          case WRONG_SIZE -> "wrong size of object '" + path + "' of " + file();
          case WRONG_CHECKSUM -> "wrong checksum of object '" + path + "' of " + file();
          case UNKNOWN_VOLUME -> "unknown volume of object '" + path + "' of " + file();
          case ORPHANED_OBJECT -> "orphaned object '" + path + "'";
        }
        + ": "
        + facts;
  }

  private String file() {
    return "entry '" + name + "' in directory " + directory;
  }
}
