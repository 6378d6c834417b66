package io.gigafs.client;

import io.gigafs.client.path.PathText;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A path from a directory. Immutable.
 *
 * <p>Mostly the directory is the root, and the path is absolute and as written: it may contain "."
 * and "..", and a trailing slash requires a directory. Their meaning depends on the symbolic links
 * on the way. Repeated slashes count once.
 *
 * <p>A path from another directory, which is named by its inode id, is that directory itself or one
 * name in it ({@link #of(InodeId)}, {@link #in}). It is valid wherever the directory is, and
 * follows no symbolic link (ELOOP). The caller needs the same permissions as with an absolute path.
 */
public final class GigaPath {
  public static final GigaPath ROOT = new GigaPath(PathText.ROOT);

  private final InodeId base;
  private final PathText text;
  private final @Nullable InodeId expected;

  private GigaPath(PathText text) {
    this(InodeId.ROOT, text, null);
  }

  private GigaPath(InodeId base, PathText text, @Nullable InodeId expected) {
    this.base = base;
    this.text = text;
    this.expected = expected;
  }

  /** The path of a directory by its inode id: always leads to that directory. */
  public static GigaPath of(InodeId directory) {
    return directory.equals(InodeId.ROOT)
        ? ROOT
        : new GigaPath(directory, PathText.ROOT, directory);
  }

  /** The path of a name in a directory. */
  public static GigaPath in(InodeId directory, Name name) {
    return new GigaPath(directory, PathText.ROOT.with(name), null);
  }

  /**
   * The same path, bound to the file that it was seen to lead to: an operation that would affect
   * another file fails with ESTALE. This applies to operations on files and to rmdir(2). Other
   * operations on names (create, unlink, rename) apply to whatever the name leads to.
   */
  public GigaPath expecting(InodeId inode) {
    return new GigaPath(base, text, inode);
  }

  /** The path of names from the root down, none for the root itself. Of any length. */
  public GigaPath(List<Name> names) {
    this(PathText.ofNames(names));
  }

  /**
   * Parses a path that starts with a slash.
   *
   * @throws PathException if the text is empty (ENOENT), longer than 4,095 bytes (ENAMETOOLONG), or
   *     not an absolute path (EINVAL). A name that is too long is reported only by operations whose
   *     resolution reaches it
   */
  public static GigaPath parse(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The same for bytes. */
  public static GigaPath of(byte[] bytes) {
    ErrorCode problem = PathText.problemOf(bytes);
    if (problem == ErrorCode.EINVAL) {
      throw new PathException(problem, "a path holds no NUL");
    }
    if (problem != null) {
      throw new PathException(problem, problem == ErrorCode.ENOENT ? "''" : shown(bytes));
    }
    if (bytes[0] != '/') {
      throw new PathException(ErrorCode.EINVAL, "'" + shown(bytes) + "' is not an absolute path");
    }
    return new GigaPath(PathText.of(bytes));
  }

  private static String shown(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  public PathText text() {
    return text;
  }

  /** The directory at which the path starts. */
  public InodeId base() {
    return base;
  }

  /** Whether it starts at the root. */
  public boolean isAbsolute() {
    return base.equals(InodeId.ROOT);
  }

  /** Whether it is the path of a directory by its inode id. */
  public boolean isBaseItself() {
    return !isAbsolute() && text.length() == 0;
  }

  /** The inode that it has to lead to; null for any. */
  public @Nullable InodeId expected() {
    return expected;
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return text.bytes();
  }

  /** Whether it is the root's own path; others may lead there, such as "/..". */
  public boolean isRoot() {
    return isAbsolute() && text.length() == 0;
  }

  /** Whether all components are names: neither "." nor "..", and none too long. */
  public boolean isPlain() {
    for (int i = 0; i < text.length(); i++) {
      if (text.nameAt(i) == null) {
        return false;
      }
    }
    return true;
  }

  /** Whether it has a trailing slash, behind a name or dots. */
  public boolean endsInSlash() {
    return text.endsInSlash();
  }

  /** The names from the root down, none for the root. Only for a plain path. */
  public List<Name> names() {
    List<Name> names = new ArrayList<>();
    for (int i = 0; i < text.length(); i++) {
      names.add(nameAt(i));
    }
    return List.copyOf(names);
  }

  /** The path without its last component; a directory by inode id has no parent. */
  public GigaPath parent() {
    if (text.length() == 0) {
      throw new IllegalStateException("no path leads to the parent of " + this);
    }
    PathText before = text.withoutLast();
    return before.length() == 0 ? of(base) : new GigaPath(base, before, null);
  }

  /** The last component, which has to be a name; a directory by inode id has none. */
  public Name name() {
    if (text.length() == 0) {
      throw new IllegalStateException(this + " has no name");
    }
    return nameAt(text.length() - 1);
  }

  private Name nameAt(int place) {
    Name name = text.nameAt(place);
    if (name == null) {
      throw new IllegalStateException("part " + place + " of '" + this + "' is not a name");
    }
    return name;
  }

  /** The path of a name in the directory of this path. Of any length. */
  public GigaPath child(Name name) {
    return new GigaPath(base, text.with(name), null);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GigaPath that
        && base.equals(that.base)
        && text.equals(that.text)
        && Objects.equals(expected, that.expected);
  }

  @Override
  public int hashCode() {
    return 31 * base.hashCode() + text.hashCode();
  }

  /**
   * For messages: the bytes as UTF-8, after the inode id of the directory unless that is the root.
   */
  @Override
  public String toString() {
    if (isAbsolute()) {
      return text.toString();
    }
    return "inode " + base + (text.length() == 0 ? "" : text);
  }
}
