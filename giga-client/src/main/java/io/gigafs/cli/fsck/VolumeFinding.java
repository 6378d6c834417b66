package io.gigafs.cli.fsck;

import io.gigafs.index.InodeId;
import java.util.Locale;

/**
 * A problem of an object on a volume. Equal findings are the same problem, unchanged.
 *
 * @param directory that contains the file's entry; the super-root if there is no file
 * @param name of the entry, for messages; empty without a file
 */
record VolumeFinding(
    Kind kind, int volume, String path, InodeId directory, String name, String facts) {

  /** The kinds of problems. */
  enum Kind {
    MISSING_OBJECT(
        "The file is listed, but its bytes are not where they should be: reads fail with"
            + " EIO."),
    WRONG_SIZE("The file's size is not that of its bytes: they are truncated, or not all visible."),
    WRONG_CHECKSUM("The bytes are not those that were written."),
    UNKNOWN_VOLUME(
        "The file's bytes are on a volume that the cluster does not know: reads fail with"
            + " EIO."),
    ORPHANED_OBJECT("No file has these bytes: they only use space on the volume.");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    /** The consequences for users of the cluster. */
    String meaning() {
      return meaning;
    }

    /** The machine-readable name. */
    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The subject, and the facts. */
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
