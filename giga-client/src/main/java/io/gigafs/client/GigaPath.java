package io.gigafs.client;

import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** An absolute path: the names from the root down, none for the root itself. Immutable. */
public record GigaPath(List<Name> names) {
  public static final GigaPath ROOT = new GigaPath(List.of());

  public GigaPath {
    names = List.copyOf(names);
  }

  /**
   * The path of a text that starts with a slash; repeated and trailing slashes count once, "." and
   * ".." are taken away as text.
   *
   * @throws PathException if the text is no absolute path (EINVAL) or a name is longer than a name
   *     can be (ENAMETOOLONG)
   */
  public static GigaPath parse(String text) {
    if (!text.startsWith("/")) {
      throw new PathException(ErrorCode.EINVAL, "'" + text + "' is not an absolute path");
    }
    List<Name> names = new ArrayList<>();
    int start = 1;
    while (start < text.length()) {
      int slash = text.indexOf('/', start);
      int end = slash < 0 ? text.length() : slash;
      addName(names, text, text.substring(start, end));
      start = end + 1;
    }
    return new GigaPath(names);
  }

  private static void addName(List<Name> names, String text, String part) {
    switch (part) {
      case "", "." -> {}
      case ".." -> {
        if (!names.isEmpty()) {
          names.remove(names.size() - 1);
        }
      }
      default -> names.add(name(text, part));
    }
  }

  private static Name name(String text, String part) {
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > Name.MAX_BYTES) {
      throw new PathException(ErrorCode.ENAMETOOLONG, text);
    }
    if (part.indexOf(0) >= 0) {
      throw new PathException(ErrorCode.EINVAL, "a path holds no NUL");
    }
    return Name.of(bytes);
  }

  public boolean isRoot() {
    return names.isEmpty();
  }

  /** The directory that holds the last name; the root has none. */
  public GigaPath parent() {
    if (isRoot()) {
      throw new IllegalStateException("the root has no parent");
    }
    return new GigaPath(names.subList(0, names.size() - 1));
  }

  /** The last name; the root has none. */
  public Name name() {
    if (isRoot()) {
      throw new IllegalStateException("the root has no name");
    }
    return names.get(names.size() - 1);
  }

  public GigaPath child(Name name) {
    List<Name> longer = new ArrayList<>(names);
    longer.add(name);
    return new GigaPath(longer);
  }

  @Override
  public String toString() {
    if (isRoot()) {
      return "/";
    }
    StringBuilder text = new StringBuilder();
    for (Name name : names) {
      text.append('/').append(name);
    }
    return text.toString();
  }
}
