package io.gigafs.client.path;

import io.gigafs.client.path.PathWalk.Goal;
import io.gigafs.client.path.PathWalk.Last;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A file tree in memory for path walks. */
final class FakeTree {
  private final Directory aboveRoot = new Directory("above");
  private final Directory root = new Directory("/");

  FakeTree() {
    aboveRoot.entries.put(InodeId.ROOT_NAME, root);
  }

  private interface Node {}

  private record File() implements Node {}

  private record Link(String target) implements Node {}

  /** A directory, identified by the path that it was created with. */
  static final class Directory implements Node {
    private final String path;
    private final Map<Name, Node> entries = new TreeMap<>();
    private boolean searchable = true;

    private Directory(String path) {
      this.path = path;
    }

    @Override
    public String toString() {
      return path;
    }
  }

  FakeTree file(String path) {
    return put(path, new File());
  }

  FakeTree link(String path, String target) {
    return put(path, new Link(target));
  }

  FakeTree directory(String path) {
    return put(path, new Directory(path));
  }

  FakeTree closedDirectory(String path) {
    Directory closed = new Directory(path);
    closed.searchable = false;
    return put(path, closed);
  }

  private FakeTree put(String path, Node node) {
    Directory in = root;
    String[] names = path.substring(1).split("/", -1);
    for (int i = 0; i < names.length - 1; i++) {
      in = (Directory) Objects.requireNonNull(in.entries.get(Name.of(names[i])));
    }
    in.entries.put(Name.of(names[names.length - 1]), node);
    return this;
  }

  PathWalk<Directory> begin(String path, Goal goal) {
    PathText text = PathText.of(path.getBytes(StandardCharsets.UTF_8));
    return new PathWalk<>(text, goal, aboveRoot, directory -> directory.searchable);
  }

  /** Walks a path to its end; follows a final symlink if asked to. */
  PathWalk<Directory> walk(String path, Goal goal, boolean follow) {
    PathWalk<Directory> walk = begin(path, goal);
    while (true) {
      if (walk.state() == PathWalk.State.LOOK_UP) {
        answer(walk);
      } else if (walk.state() == PathWalk.State.ENDED
          && follow
          && walk.entered() == null
          && at(walk) instanceof Link link) {
        walk.link(link.target.getBytes(StandardCharsets.UTF_8));
      } else {
        return walk;
      }
    }
  }

  private static void answer(PathWalk<Directory> walk) {
    Node node = at(walk);
    if (node == null) {
      walk.missing();
    } else if (node instanceof Directory directory) {
      walk.found(directory);
    } else if (node instanceof Link link) {
      walk.link(link.target.getBytes(StandardCharsets.UTF_8));
    } else {
      walk.other();
    }
  }

  private static @Nullable Node at(PathWalk<Directory> walk) {
    return walk.directory().entries.get(walk.name());
  }

  /** A short description of where a walk ended. */
  static String end(PathWalk<Directory> walk) {
    if (walk.state() == PathWalk.State.FAILED) {
      return walk.error().toString();
    }
    return walk.directory()
        + " "
        + walk.name()
        + (walk.last() == Last.NAME ? "" : " " + walk.last())
        + (walk.endsInSlash() ? " slash" : "")
        + (walk.entered() == null ? "" : " entered " + walk.entered());
  }
}
