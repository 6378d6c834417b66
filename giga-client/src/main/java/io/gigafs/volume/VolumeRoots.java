package io.gigafs.volume;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The allowed locations of volumes for this process: at or below some directories. A server
 * restricts them, because its clients may name any directory of its machine. Immutable.
 */
public final class VolumeRoots {
  /** Any location, for processes that trust the clients that name volumes. */
  public static final VolumeRoots ANYWHERE = new VolumeRoots(List.of(), true);

  /** No location. */
  public static final VolumeRoots NONE = new VolumeRoots(List.of(), false);

  private static final Pattern COMMA = Pattern.compile(",");
  private static final String POSIX = "posix";

  private final List<URI> roots;
  private final boolean isAnywhere;

  private VolumeRoots(List<URI> roots, boolean isAnywhere) {
    this.roots = List.copyOf(roots);
    this.isAnywhere = isAnywhere;
  }

  /**
   * Parses a comma-separated list of directories: paths of this machine, or URIs of volumes' kinds.
   *
   * @throws IllegalArgumentException if one is neither; the message says what is wrong
   */
  public static VolumeRoots parse(String list) {
    List<URI> roots = new ArrayList<>();
    for (String text : COMMA.split(list, -1)) {
      if (!text.isBlank()) {
        roots.add(parseOne(text.strip()));
      }
    }
    return new VolumeRoots(roots, false);
  }

  private static URI parseOne(String text) {
    if (text.startsWith("/")) {
      return ofPath(Path.of(text));
    }
    try {
      URI root = new URI(text).normalize();
      if (root.getScheme() != null && root.getPath() != null && root.getPath().startsWith("/")) {
        return root;
      }
    } catch (URISyntaxException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "'"
            + text
            + "' is neither the path of a directory, /pan/volumes, nor a URI like"
            + " hdfs://namenode:8020/giga");
  }

  private static URI ofPath(Path path) {
    try {
      return new URI(POSIX, "", path.normalize().toString(), null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("'" + path + "' cannot be the path of a URI", e);
    }
  }

  /** These, and a directory of this machine. */
  public VolumeRoots and(Path directory) {
    List<URI> more = new ArrayList<>(roots);
    more.add(ofPath(directory.toAbsolutePath()));
    return new VolumeRoots(more, isAnywhere);
  }

  /** Whether every location is allowed. */
  public boolean areAnywhere() {
    return isAnywhere;
  }

  /**
   * Fails unless a volume's location is allowed by its path. The volume's kind checks where links
   * lead.
   *
   * @throws VolumeException of kind DENIED if not; says what to set
   */
  public void check(URI volume) throws VolumeException {
    if (!isAnywhere && rootOf(volume).isEmpty()) {
      throw denied(volume, "");
    }
  }

  /** The failure of a volume at a location that is not allowed. */
  public VolumeException denied(URI volume, String why) {
    return new VolumeException(
        VolumeException.Kind.DENIED,
        "volume "
            + volume
            + " is not below the directories in which this server lets volumes be ("
            + (roots.isEmpty() ? "none" : text())
            + why
            + "): on every server set volume-roots to a list that has its directory, and start the"
            + " server again",
        null);
  }

  /** The allowed directory that contains the volume. */
  private Optional<URI> rootOf(URI volume) {
    return roots.stream().filter(root -> isBelow(volume.normalize(), root)).findFirst();
  }

  private static boolean isBelow(URI volume, URI root) {
    String path = volume.getPath();
    return path != null
        && lower(volume.getScheme()).equals(lower(root.getScheme()))
        && authority(volume).equals(authority(root))
        && isBelow(path, root.getPath());
  }

  private static boolean isBelow(String path, String root) {
    String above = root.endsWith("/") ? root : root + "/";
    return (path + "/").startsWith(above) && !(path + "/").contains("/../");
  }

  private static String authority(URI uri) {
    return lower(Objects.requireNonNullElse(uri.getAuthority(), ""));
  }

  private static String lower(@org.jspecify.annotations.Nullable String text) {
    return text == null ? "" : text.toLowerCase(Locale.ROOT);
  }

  /** The directories of this machine among them. */
  public List<Path> paths() {
    return roots.stream()
        .filter(root -> lower(root.getScheme()).equals(POSIX))
        .map(root -> Path.of(root.getPath()))
        .toList();
  }

  /** The list in the form that {@link #parse} accepts. */
  public String text() {
    return String.join(
        ",",
        roots.stream()
            .map(root -> lower(root.getScheme()).equals(POSIX) ? root.getPath() : root.toString())
            .toList());
  }

  @Override
  public boolean equals(@org.jspecify.annotations.Nullable Object other) {
    return other instanceof VolumeRoots that
        && isAnywhere == that.isAnywhere
        && roots.equals(that.roots);
  }

  @Override
  public int hashCode() {
    return Objects.hash(roots, isAnywhere);
  }

  @Override
  public String toString() {
    return isAnywhere ? "anywhere" : text();
  }
}
