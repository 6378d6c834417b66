package io.gigafs.client.path;

import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a path or of a symbolic link's target, split at the slashes; repeated slashes count
 * once. "." and ".." are kept, because their meaning depends on links. Immutable.
 */
public final class PathText {
  /** The maximum length in bytes: Linux's PATH_MAX without the NUL at its end. */
  public static final int MAX_BYTES = 4_095;

  /** The path of the root. */
  public static final PathText ROOT = new PathText(true, new PathComponent[0], false);

  private final boolean absolute;
  private final PathComponent[] parts;
  private final boolean slash;

  private PathText(boolean absolute, PathComponent[] parts, boolean slash) {
    this.absolute = absolute;
    this.parts = parts;
    this.slash = slash;
  }

  /** Why bytes are not a path: ENOENT, ENAMETOOLONG or EINVAL; null if they are one. */
  public static @Nullable ErrorCode problemOf(byte[] bytes) {
    if (bytes.length == 0) {
      return ErrorCode.ENOENT;
    }
    if (bytes.length > MAX_BYTES) {
      return ErrorCode.ENAMETOOLONG;
    }
    for (byte each : bytes) {
      if (each == 0) {
        return ErrorCode.EINVAL;
      }
    }
    return null;
  }

  /**
   * The text of these bytes.
   *
   * @throws IllegalArgumentException if there is a problem with them
   */
  public static PathText of(byte[] bytes) {
    ErrorCode problem = problemOf(bytes);
    if (problem != null) {
      throw new IllegalArgumentException("no path: " + problem.message());
    }
    List<PathComponent> parts = new ArrayList<>();
    int start = 0;
    for (int end = 0; end <= bytes.length; end++) {
      if (end == bytes.length || bytes[end] == '/') {
        if (end > start) {
          parts.add(PathComponent.of(Arrays.copyOfRange(bytes, start, end)));
        }
        start = end + 1;
      }
    }
    boolean slash = bytes[bytes.length - 1] == '/' && !parts.isEmpty();
    return new PathText(bytes[0] == '/', parts.toArray(new PathComponent[0]), slash);
  }

  /** The absolute path of names from the root down; may exceed the maximum length. */
  public static PathText ofNames(List<Name> names) {
    return new PathText(
        true, names.stream().map(PathComponent.Named::new).toArray(PathComponent[]::new), false);
  }

  /** Whether it begins with a slash, at the root. */
  boolean isAbsolute() {
    return absolute;
  }

  /** Whether the path has a trailing slash. */
  public boolean endsInSlash() {
    return slash;
  }

  /** The number of components. */
  public int length() {
    return parts.length;
  }

  /** The name at an index, from 0; null for ".", ".." or a component that is too long. */
  public @Nullable Name nameAt(int place) {
    return parts[place] instanceof PathComponent.Named named ? named.name() : null;
  }

  PathComponent part(int place) {
    return parts[place];
  }

  /** The path without its last component and any trailing slash; it must have a component. */
  public PathText withoutLast() {
    return new PathText(absolute, Arrays.copyOf(parts, parts.length - 1), false);
  }

  /** The path with one more name; may exceed the maximum length. */
  public PathText with(Name name) {
    PathComponent[] longer = Arrays.copyOf(parts, parts.length + 1);
    longer[parts.length] = new PathComponent.Named(name);
    return new PathText(absolute, longer, false);
  }

  /** A copy of the bytes, without repeated slashes. */
  public byte[] bytes() {
    int length = parts.length + 1;
    for (PathComponent part : parts) {
      length += part.bytes().length;
    }
    ByteBuffer bytes = ByteBuffer.allocate(length);
    for (int i = 0; i < parts.length; i++) {
      if (absolute || i > 0) {
        bytes.put((byte) '/');
      }
      bytes.put(parts[i].bytes());
    }
    if (slash || parts.length == 0) {
      bytes.put((byte) '/');
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PathText that
        && absolute == that.absolute
        && slash == that.slash
        && Arrays.equals(parts, that.parts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(parts);
  }

  /** For messages: the bytes as UTF-8, with replacement of invalid sequences. */
  @Override
  public String toString() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }
}
