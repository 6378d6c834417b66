package io.gigafs.model;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The resolution of one path: path_resolution(7). */
final class ModelPathWalk {
  private static final int PATH_MAX = 4096;
  private static final int NAME_MAX = 255;
  private static final int MAX_LINKS = 40;

  private final Inode root;
  private final Caller caller;
  private int linksFollowed;

  ModelPathWalk(Inode root, Caller caller) {
    this.root = root;
    this.caller = caller;
  }

  /**
   * A resolved path, except for its last component.
   *
   * @param directory the directory of the last component
   * @param name its name; "/" for a path of slashes alone
   * @param slash whether slashes follow the name, so that it has to be a directory
   */
  record Last(Inode directory, String name, boolean slash) {
    /** Whether it is a name that can be created and removed. */
    boolean isName() {
      return !name.equals(".") && !name.equals("..") && !name.equals("/");
    }

    /** The inode of the name, or null. */
    @Nullable Inode existing() {
      return switch (name) {
        case ".", "/" -> directory;
        case ".." -> directory.parent;
        default -> directory.entries.get(name);
      };
    }

    /** The inode of the name; fails with ENOENT if there is none. */
    Inode found() throws GigaException {
      Inode found = existing();
      if (found == null) {
        throw ErrorCode.ENOENT.exception(name);
      }
      return found;
    }
  }

  /** Whether a path ends with a name that can be created and removed. */
  static boolean endsWithName(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    String last = path.substring(path.lastIndexOf('/', end - 1) + 1, end);
    return !last.isEmpty() && !last.equals(".") && !last.equals("..");
  }

  /** Resolves all but the last component; symbolic links on the way are followed. */
  Last parent(String path) throws GigaException {
    return parent(root, path);
  }

  /**
   * Resolves a path to its inode.
   *
   * @param follow whether a symbolic link at the end is followed; with a slash behind it, it always
   *     is
   */
  Inode find(String path, boolean follow) throws GigaException {
    return find(root, path, follow);
  }

  private Inode find(Inode start, String path, boolean follow) throws GigaException {
    Last last = parent(start, path);
    Inode found = last.found();
    if (found.isSymlink() && (follow || last.slash)) {
      found = follow(last.directory, found);
    }
    if (last.slash && !found.isDirectory()) {
      throw ErrorCode.ENOTDIR.exception(path);
    }
    return found;
  }

  /** Resolves the target of a symbolic link in a directory. */
  private Inode follow(Inode directory, Inode link) throws GigaException {
    countLink();
    return find(directory, link.target, true);
  }

  /** Resolves all but the last component of a link's target, where a file may be created. */
  Last parentThrough(Inode directory, Inode link) throws GigaException {
    countLink();
    return parent(directory, link.target);
  }

  private void countLink() throws GigaException {
    linksFollowed++;
    if (linksFollowed > MAX_LINKS) {
      throw ErrorCode.ELOOP.exception("more than " + MAX_LINKS + " links");
    }
  }

  private Last parent(Inode start, String path) throws GigaException {
    if (path.isEmpty()) {
      throw ErrorCode.ENOENT.exception("empty path");
    }
    if (path.length() >= PATH_MAX) {
      throw ErrorCode.ENAMETOOLONG.exception("path");
    }
    List<String> names = Arrays.stream(path.split("/")).filter(name -> !name.isEmpty()).toList();
    Inode at = path.startsWith("/") ? root : start;
    if (names.isEmpty()) {
      return new Last(root, "/", false);
    }
    int lastStep = names.size() - 1;
    for (String name : names.subList(0, lastStep)) {
      at = enter(step(at, name, false));
    }
    return step(at, names.get(lastStep), path.endsWith("/"));
  }

  /** Takes a step from a directory; requires search permission, even if the step is ".". */
  private Last step(Inode directory, String name, boolean slash) throws GigaException {
    ModelPermissions.require(caller, directory, ModelPermissions.EXECUTE);
    if (name.length() > NAME_MAX) {
      throw ErrorCode.ENAMETOOLONG.exception(name);
    }
    return new Last(directory, name, slash);
  }

  /** The directory that a step leads to. */
  private Inode enter(Last step) throws GigaException {
    Inode next = step.found();
    if (next.isSymlink()) {
      next = follow(step.directory, next);
    }
    if (!next.isDirectory()) {
      throw ErrorCode.ENOTDIR.exception(step.name);
    }
    return next;
  }
}
