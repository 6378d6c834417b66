package io.gigafs.cli.fs.copy;

import io.gigafs.cli.fs.copy.CopyRules.Preserved;
import io.gigafs.cli.fs.operand.FileMode;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.Xattr;
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

/** Sets the attributes of local files according to the rules. Safe for use by several threads. */
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
   * Sets all attributes of a copy.
   *
   * @param from the attributes of the source
   * @param xattrs of the source
   * @param modeOtherwise the mode, if that of the source is not preserved; null for no change
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
   * Java opens files to set times, which fails for pipes and devices, and its times are limited to
   * a long of nanoseconds since the epoch. Other cases use touch(1).
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

  /** A time as touch(1) takes it. */
  private static String since(long nanos) {
    return "@%d.%09d".formatted(FileTimestamp.seconds(nanos), FileTimestamp.nanos(nanos));
  }

  /** The permissions of new files. */
  int maskedMode(FileAttributes from) {
    return from.mode() & FileMode.PERMISSIONS & ~umask;
  }

  /** The extended attributes of a cluster's file that are copied. */
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

  /** Returns whether the file has its owner and group now; ordinary users may not change owners. */
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

  /** Reports an attribute that this machine cannot store; the file is copied without it. */
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

  /** Java can set attributes of the user namespace; others, also lists, are left to setfattr(1). */
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
