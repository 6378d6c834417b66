package io.gigafs.client;

import io.gigafs.client.path.PathText;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An absolute path, as written: it may contain "." and "..", and a trailing slash requires a
 * directory. Their meaning depends on the symbolic links on the way. Repeated slashes count once.
 * Immutable.
 */
public final class GigaPath implements DirectoryTarget {
  public static final GigaPath ROOT = new GigaPath(PathText.ROOT);

  private final PathText text;

  private GigaPath(PathText text) {
    this.text = text;
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

  /** A copy of the bytes. */
  public byte[] bytes() {
    return text.bytes();
  }

  /** Whether it is the root's own path; others may lead there, such as "/..". */
  public boolean isRoot() {
    return text.length() == 0;
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

  /** The path without its last component; the root has no parent. */
  public GigaPath parent() {
    if (text.length() == 0) {
      throw new IllegalStateException("no path leads to the parent of " + this);
    }
    return new GigaPath(text.withoutLast());
  }

  /** The last component, which has to be a name; the root has none. */
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
  @Override
  public GigaPath child(Name name) {
    return new GigaPath(text.with(name));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GigaPath that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** For messages: the bytes as UTF-8. */
  @Override
  public String toString() {
    return text.toString();
  }
}
