package io.gigafs.client;

import io.gigafs.client.path.PathText;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An absolute path, as it was written: "." and ".." stand in it, and a slash at its end says that a
 * directory is meant. What they mean depends on the symbolic links on the way. Repeated slashes
 * count once. Immutable.
 */
public final class GigaPath {
  public static final GigaPath ROOT = new GigaPath(PathText.ROOT);

  private final PathText text;

  private GigaPath(PathText text) {
    this.text = text;
  }

  /** The path of names from the root down, none for the root itself. It may be of any length. */
  public GigaPath(List<Name> names) {
    this(PathText.ofNames(names));
  }

  /**
   * The path of a text that starts with a slash.
   *
   * @throws PathException if the text is empty (ENOENT), longer than 4,095 bytes (ENAMETOOLONG), or
   *     no absolute path (EINVAL). That a name in it is too long is said by operations, once they
   *     get that far
   */
  public static GigaPath parse(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Likewise, of bytes. */
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

  PathText text() {
    return text;
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return text.bytes();
  }

  /** Whether it is the root's own path; others may lead there, as "/.." does. */
  public boolean isRoot() {
    return text.length() == 0;
  }

  /** Whether all parts are names: neither "." nor "..", and none too long. */
  public boolean isPlain() {
    for (int i = 0; i < text.length(); i++) {
      if (text.nameAt(i) == null) {
        return false;
      }
    }
    return true;
  }

  /** Whether a slash stands at the end, behind a name or dots. */
  public boolean endsInSlash() {
    return text.endsInSlash();
  }

  /** The names from the root down, none for the root; only of a plain path. */
  public List<Name> names() {
    List<Name> names = new ArrayList<>();
    for (int i = 0; i < text.length(); i++) {
      names.add(nameAt(i));
    }
    return List.copyOf(names);
  }

  /** What stands before the last part; the root's path has none. */
  public GigaPath parent() {
    if (isRoot()) {
      throw new IllegalStateException("the root has no parent");
    }
    return new GigaPath(text.withoutLast());
  }

  /** The last part, which has to be a name; the root's path has none. */
  public Name name() {
    if (isRoot()) {
      throw new IllegalStateException("the root has no name");
    }
    return nameAt(text.length() - 1);
  }

  private Name nameAt(int place) {
    Name name = text.nameAt(place);
    if (name == null) {
      throw new IllegalStateException("part " + place + " of '" + this + "' is no name");
    }
    return name;
  }

  /** The path of a name in the directory of this path. It may be of any length. */
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

  @Override
  public String toString() {
    return text.toString();
  }
}
