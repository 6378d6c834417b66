package io.gigafs.tablefs.embedded;

import java.nio.file.InvalidPathException;
import java.util.List;

/** An absolute path as a list of names. */
record TreePath(List<String> names) {
  /**
   * Parses a path such as {@code /a/b}; {@code /} is the root.
   *
   * @throws InvalidPathException if it is not absolute or has an empty name, {@code .} or {@code
   *     ..}
   */
  static TreePath parse(String text) {
    if (!text.startsWith("/")) {
      throw new InvalidPathException(text, "not absolute");
    }
    if (text.equals("/")) {
      return new TreePath(List.of());
    }
    List<String> names = List.of(text.substring(1).split("/", -1));
    for (String name : names) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        throw new InvalidPathException(text, "\"" + name + "\" is no name");
      }
    }
    return new TreePath(names);
  }

  boolean isRoot() {
    return names.isEmpty();
  }

  /** The parent path. The root has none. */
  TreePath parent() {
    return new TreePath(names.subList(0, names.size() - 1));
  }

  /** The last name. */
  String name() {
    return names.get(names.size() - 1);
  }

  /** Whether the other path is this one, or below it. */
  boolean isPrefixOf(TreePath other) {
    return other.names.size() >= names.size() && other.names.subList(0, names.size()).equals(names);
  }

  @Override
  public String toString() {
    return "/" + String.join("/", names);
  }
}
