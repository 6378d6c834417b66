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
 * The bytes of a path or of a symbolic link's target, cut at the slashes; repeated slashes count
 * once. "." and ".." stay, as what they mean depends on links. Immutable.
 */
public final class PathText {
  /** The longest text, in bytes: Linux's PATH_MAX less the NUL at its end. */
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

  /** What keeps bytes from being a path: ENOENT, ENAMETOOLONG or EINVAL; null if nothing does. */
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

  /** The absolute path of names from the root down; it may be longer than a text can be. */
  public static PathText ofNames(List<Name> names) {
    return new PathText(
        true, names.stream().map(PathComponent.Named::new).toArray(PathComponent[]::new), false);
  }

  /** Whether it begins with a slash, at the root. */
  public boolean isAbsolute() {
    return absolute;
  }

  /** Whether a slash stands behind the last part. */
  public boolean endsInSlash() {
    return slash;
  }

  /** How many parts there are. */
  public int length() {
    return parts.length;
  }

  /** The name at a place, from 0; null if a "." or a ".." stands there, or too many bytes. */
  public @Nullable Name nameAt(int place) {
    return parts[place] instanceof PathComponent.Named named ? named.name() : null;
  }

  PathComponent part(int place) {
    return parts[place];
  }

  /** The text without its last part and what follows that; there has to be one. */
  public PathText withoutLast() {
    return new PathText(absolute, Arrays.copyOf(parts, parts.length - 1), false);
  }

  /** The text with one more name; it may be longer than a text can be. */
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

  /** For messages: the bytes as UTF-8, lossy where they are none. */
  @Override
  public String toString() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }
}
