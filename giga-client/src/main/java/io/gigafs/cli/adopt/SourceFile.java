package io.gigafs.cli.adopt;

import io.gigafs.index.Name;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.FileData;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.RestoredEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What lstat(2) says of something in a tree that is adopted.
 *
 * @param accessedNanos atime, ns since the epoch; likewise modified (mtime) and changed (ctime)
 * @param rawDevice rdev of device nodes, 0 otherwise
 * @param file which file it is, however many names it has
 */
record SourceFile(
    Path path,
    FileType type,
    int mode,
    int uid,
    int gid,
    long size,
    int links,
    long accessedNanos,
    long modifiedNanos,
    long changedNanos,
    long rawDevice,
    Id file) {
  private static final String WANTED =
      "unix:mode,uid,gid,size,nlink,rdev,dev,ino,lastAccessTime,lastModifiedTime,ctime";
  private static final int TYPE_BITS = 12;
  private static final int TYPE_MASK = 0xf;
  private static final int MODE_MASK = 07777;

  /** Tells files apart. */
  record Id(long device, long inode) {}

  static SourceFile read(Path path) throws IOException {
    Map<String, Object> found = Files.readAttributes(path, WANTED, LinkOption.NOFOLLOW_LINKS);
    int typeAndMode = (int) number(found, "mode");
    FileType type = FileType.ofCode(typeAndMode >>> TYPE_BITS & TYPE_MASK);
    boolean isDevice = type == FileType.CHARACTER_DEVICE || type == FileType.BLOCK_DEVICE;
    return new SourceFile(
        path,
        type,
        typeAndMode & MODE_MASK,
        (int) number(found, "uid"),
        (int) number(found, "gid"),
        number(found, "size"),
        (int) number(found, "nlink"),
        nanos(found, "lastAccessTime"),
        nanos(found, "lastModifiedTime"),
        nanos(found, "ctime"),
        isDevice ? number(found, "rdev") : 0,
        new Id(number(found, "dev"), number(found, "ino")));
  }

  private static long number(Map<String, Object> found, String name) {
    return ((Number) Objects.requireNonNull(found.get(name), name)).longValue();
  }

  private static long nanos(Map<String, Object> found, String name) {
    return ((FileTime) Objects.requireNonNull(found.get(name), name)).to(TimeUnit.NANOSECONDS);
  }

  /** The entry that this is to be. */
  RestoredEntry entry(Name name, @Nullable FileData data) {
    return new RestoredEntry(
        name,
        type,
        mode,
        uid,
        gid,
        type == FileType.REGULAR ? size : 0,
        accessedNanos,
        modifiedNanos,
        changedNanos,
        rawDevice,
        data);
  }

  /**
   * The change that gives a directory these attributes.
   *
   * @param isWhole whether also the ctime, which says that all of it is there
   */
  AttributeChange restoring(boolean isWhole) {
    return new AttributeChange(
        mode,
        uid,
        gid,
        null,
        AttributeChange.TimeChange.to(accessedNanos),
        AttributeChange.TimeChange.to(modifiedNanos),
        isWhole ? changedNanos : null);
  }

  /** Likewise a symbolic link, which has no mode of its own. */
  AttributeChange restoringLink() {
    return new AttributeChange(
        null,
        uid,
        gid,
        null,
        AttributeChange.TimeChange.to(accessedNanos),
        AttributeChange.TimeChange.to(modifiedNanos),
        changedNanos);
  }

  /** The change that takes back what links and extended attributes did to a file's times. */
  AttributeChange restoringTimes() {
    return new AttributeChange(
        null,
        null,
        null,
        null,
        AttributeChange.TimeChange.to(accessedNanos),
        AttributeChange.TimeChange.to(modifiedNanos),
        changedNanos);
  }
}
