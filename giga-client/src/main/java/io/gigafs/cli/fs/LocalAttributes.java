package io.gigafs.cli.fs;

import io.gigafs.cli.fs.CopyRules.Preserved;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Xattr;
import io.gigafs.time.FileTimestamp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gives files of this machine the attributes that the rules say. Safe for several threads. */
final class LocalAttributes {
  private static final String USER = "user.";

  private final LocalCopyRules rules;
  private final int umask;
  private final Consumer<String> complaints;

  LocalAttributes(LocalCopyRules rules, int umask, Consumer<String> complaints) {
    this.rules = rules;
    this.umask = umask;
    this.complaints = complaints;
  }

  /**
   * Gives a copy what it is to have besides its bytes.
   *
   * @param from what the source is like
   * @param xattrs of the source
   * @param modeOtherwise the mode, where that of the source does not count; null to leave it
   */
  void finish(Path copy, FileAttributes from, List<Xattr> xattrs, @Nullable Integer modeOtherwise)
      throws IOException {
    boolean link = from.type() == FileType.SYMLINK;
    boolean owned = !rules.preserves(Preserved.OWNERSHIP) || chown(copy, from);
    for (Xattr xattr : xattrs) {
      setXattr(copy, xattr);
    }
    Integer mode = rules.preserves(Preserved.MODE) ? Integer.valueOf(from.mode()) : modeOtherwise;
    if (!link && mode != null) {
      int safe = owned ? mode : mode & ~(FileMode.SET_USER | FileMode.SET_GROUP);
      Files.setAttribute(copy, "unix:mode", safe);
    }
    if (rules.preserves(Preserved.TIMESTAMPS)) {
      setTimes(copy, from);
    }
  }

  /**
   * Java opens files for that, which pipes and devices do not take, and sets no times after the
   * most nanoseconds since the epoch that it can count.
   */
  private static void setTimes(Path copy, FileAttributes from) throws IOException {
    boolean isOpened =
        switch (from.type()) {
          case REGULAR, DIRECTORY, SYMLINK -> true;
          default -> false;
        };
    boolean isCounted =
        !FileTimestamp.isAfter(from.modifiedNanos(), Long.MAX_VALUE)
            && !FileTimestamp.isAfter(from.accessedNanos(), Long.MAX_VALUE);
    if (isOpened && isCounted) {
      Files.getFileAttributeView(copy, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .setTimes(time(from.modifiedNanos()), time(from.accessedNanos()), null);
    } else {
      LocalPrograms.run("touch", "-hmd", since(from.modifiedNanos()), "--", copy.toString());
      LocalPrograms.run("touch", "-had", since(from.accessedNanos()), "--", copy.toString());
    }
  }

  /** As touch(1) takes times. */
  private static String since(long nanos) {
    return "@%d.%09d".formatted(FileTimestamp.seconds(nanos), FileTimestamp.nanos(nanos));
  }

  /** The permissions of what is made anew. */
  int maskedMode(FileAttributes from) {
    return from.mode() & FileMode.PERMISSIONS & ~umask;
  }

  /** What a copy of a file of the cluster is to have of extended attributes. */
  List<Xattr> xattrsOf(GigaClient client, Operand file) throws GigaException {
    if (!rules.preserves(Preserved.XATTR)) {
      return List.of();
    }
    try {
      return client.listXattrs(file.path(), Follow.NO);
    } catch (GigaException e) {
      if (e.code() == ErrorCode.EOPNOTSUPP || e.code() == ErrorCode.ENODATA) {
        return List.of();
      }
      throw e;
    }
  }

  private static FileTime time(long nanos) {
    return FileTime.from(FileTimestamp.instant(nanos));
  }

  /** Says whether the file has its owner and group now; not everybody may give files away. */
  private static boolean chown(Path copy, FileAttributes from) throws IOException {
    boolean hasGroup = setOwner(copy, "unix:gid", from.gid());
    boolean hasUser = setOwner(copy, "unix:uid", from.uid());
    return hasGroup && hasUser;
  }

  private static boolean setOwner(Path copy, String attribute, int id) throws IOException {
    Object now = Files.getAttribute(copy, attribute, LinkOption.NOFOLLOW_LINKS);
    if (now instanceof Integer number && number == id) {
      return true;
    }
    try {
      Files.setAttribute(copy, attribute, id, LinkOption.NOFOLLOW_LINKS);
      return true;
    } catch (FileSystemException e) {
      if (ErrorCode.EPERM.message().equals(e.getReason())) {
        return false;
      }
      throw e;
    }
  }

  /** One that this machine cannot keep is told, and the file copied all the same. */
  private void setXattr(Path copy, Xattr xattr) {
    try {
      trySetXattr(copy, xattr);
    } catch (IOException e) {
      complaints.accept(
          copy
              + ": the extended attribute "
              + xattr.name()
              + " was left out: "
              + LocalErrors.text(e));
    }
  }

  /** Java sets those of users by itself; lists and others are left to setfattr(1). */
  private static void trySetXattr(Path copy, Xattr xattr) throws IOException {
    if (xattr.name().startsWith(USER) && !Files.isSymbolicLink(copy)) {
      var unused =
          Files.getFileAttributeView(copy, UserDefinedFileAttributeView.class)
              .write(xattr.name().substring(USER.length()), ByteBuffer.wrap(xattr.value()));
      return;
    }
    String value = "0x" + HexFormat.of().formatHex(xattr.value());
    LocalPrograms.run("setfattr", "-h", "-n", xattr.name(), "-v", value, "--", copy.toString());
  }
}
