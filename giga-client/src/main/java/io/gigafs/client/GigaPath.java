package io.gigafs.client;

import io.gigafs.index.Name;
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
   * @throws IllegalArgumentException if the text is no absolute path
   */
  public static GigaPath parse(String text) {
    if (!text.startsWith("/")) {
      throw new IllegalArgumentException("'" + text + "' is not an absolute path");
    }
    List<Name> names = new ArrayList<>();
    for (String part : text.split("/")) {
      switch (part) {
        case "", "." -> {}
        case ".." -> {
          if (!names.isEmpty()) {
            names.remove(names.size() - 1);
          }
        }
        default -> names.add(Name.of(part));
      }
    }
    return new GigaPath(names);
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
