package io.gigafs.cli.data;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.time.FileTimestamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a local file.
 *
 * @param key the same for all names of one file
 * @param attributes in the cluster's form; the inode id is not used
 */
public record LocalStatus(Object key, FileAttributes attributes) {
  private static final int TYPE_SHIFT = 12;
  private static final int MODE_MASK = 07777;

  /** A file on a device. */
  private record Key(Object device, Object inode) {}

  /** stat(2), or lstat(2) with NOFOLLOW_LINKS. */
  public static LocalStatus of(Path path, LinkOption... options) throws IOException {
    Map<String, Object> found = Files.readAttributes(path, "unix:*", options);
    int mode = number(found, "mode").intValue();
    FileType type = FileType.ofCode(mode >>> TYPE_SHIFT);
    return new LocalStatus(
        new Key(number(found, "dev"), number(found, "ino")),
        new FileAttributes(
            InodeId.ROOT,
            type,
            mode & MODE_MASK,
            number(found, "uid").intValue(),
            number(found, "gid").intValue(),
            number(found, "size").longValue(),
            number(found, "nlink").intValue(),
            nanos(found, "lastAccessTime"),
            nanos(found, "lastModifiedTime"),
            nanos(found, "ctime"),
            number(found, "rdev").longValue()));
  }

  /** The same; null if the file does not exist. */
  public static @Nullable LocalStatus ifPresent(Path path, LinkOption... options)
      throws IOException {
    try {
      return of(path, options);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  public FileType type() {
    return attributes.type();
  }

  private static Number number(Map<String, Object> found, String name) {
    return (Number) Objects.requireNonNull(found.get(name), name);
  }

  private static long nanos(Map<String, Object> found, String name) {
    return FileTimestamp.nearest(
        ((FileTime) Objects.requireNonNull(found.get(name), name)).toInstant());
  }
}
