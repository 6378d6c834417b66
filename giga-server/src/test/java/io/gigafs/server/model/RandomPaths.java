package io.gigafs.server.model;

import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Random paths for the next step: mostly existing ones, else possible ones, some of them with
 * redundant components.
 */
final class RandomPaths {
  /** Few names, so that they collide, and more of them, so that directories split. */
  private static final String[] FEW = {"a", "b", "c", "d", "e"};

  private static final int MANY = 25;

  private final Random random;
  private final List<Map.Entry<String, FileAttributes>> tree;

  RandomPaths(Random random, Map<String, FileAttributes> tree) {
    this.random = random;
    this.tree = List.copyOf(tree.entrySet());
  }

  int size() {
    return tree.size();
  }

  /** A path of any entry. */
  String any() {
    return random.nextInt(5) == 0 ? fresh() : existing(each -> true);
  }

  /** A path, mostly of a directory. */
  String directory() {
    return random.nextInt(8) == 0 ? any() : existing(FileAttributes::isDirectory);
  }

  /** A path, mostly of an entry that is not a directory. */
  String file() {
    return random.nextInt(8) == 0 ? any() : existing(each -> !each.isDirectory());
  }

  /** A path, mostly of a regular file. */
  String regular() {
    return random.nextInt(8) == 0 ? any() : existing(each -> each.type() == FileType.REGULAR);
  }

  String symlink() {
    return random.nextInt(8) == 0 ? any() : existing(each -> each.type() == FileType.SYMLINK);
  }

  /** A path in a directory, of a name that may exist. */
  String fresh() {
    String directory = plain(each -> each.isDirectory() || random.nextInt(20) == 0);
    return wind((directory.equals("/") ? "" : directory) + "/" + name());
  }

  /** A symbolic link's target. */
  String target() {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> name();
      case 3 -> "../" + name();
      case 4 -> name() + "/" + name();
      case 5 -> random.nextBoolean() ? "." : "..";
      default -> plain(each -> true);
    };
  }

  private String name() {
    return random.nextInt(3) > 0 ? FEW[random.nextInt(FEW.length)] : "n" + random.nextInt(MANY);
  }

  private String existing(Predicate<FileAttributes> wanted) {
    return wind(plain(wanted));
  }

  /** The path of an entry that matches; if there is none, the root. */
  private String plain(Predicate<FileAttributes> wanted) {
    if (!tree.isEmpty()) {
      int start = random.nextInt(tree.size());
      for (int i = 0; i < tree.size(); i++) {
        Map.Entry<String, FileAttributes> entry = tree.get((start + i) % tree.size());
        if (wanted.test(entry.getValue())) {
          return entry.getKey();
        }
      }
    }
    return "/";
  }

  /** Another spelling of a path, which may also have another meaning. */
  private String wind(String path) {
    if (random.nextInt(8) > 0) {
      return path;
    }
    int slash = path.lastIndexOf('/');
    String parent = path.substring(0, slash);
    String name = path.substring(slash + 1);
    return switch (random.nextInt(8)) {
      case 0 -> path + "/";
      case 1 -> path + "/.";
      case 2 -> path + "/..";
      case 3 -> parent + "/./" + name;
      case 4 -> parent + "//" + name;
      case 5 -> parent + "/" + name() + "/../" + name;
      case 6 -> path + "/" + name();
      default -> plain(each -> each.type() == FileType.SYMLINK) + "/" + name();
    };
  }
}
