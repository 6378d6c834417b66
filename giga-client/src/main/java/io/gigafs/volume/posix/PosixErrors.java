package io.gigafs.volume.posix;

import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeException.Kind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps a volume's I/O failures to kinds and messages. Java reports most errnos only as the C
 * library's text. If that text is in another language, the state of the file system decides.
 */
final class PosixErrors {
  private static final Map<String, Kind> TEXTS =
      Map.ofEntries(
          Map.entry("No space left on device", Kind.NO_SPACE),
          Map.entry("Disk quota exceeded", Kind.NO_SPACE),
          Map.entry("File too large", Kind.TOO_LARGE),
          Map.entry("Read-only file system", Kind.READ_ONLY),
          Map.entry("Operation not permitted", Kind.DENIED),
          Map.entry("Permission denied", Kind.DENIED),
          Map.entry("Too many levels of symbolic links", Kind.DENIED),
          Map.entry("Stale file handle", Kind.GONE),
          Map.entry("Transport endpoint is not connected", Kind.GONE),
          Map.entry("Host is down", Kind.GONE),
          Map.entry("No such device", Kind.GONE));

  private final String name;
  private final URI uri;

  PosixErrors(int volume, URI uri) {
    this.name = "volume " + volume + " (" + uri + ")";
    this.uri = uri;
  }

  /** For a volume without a number. */
  PosixErrors(URI uri) {
    this.name = "volume " + uri;
    this.uri = uri;
  }

  /**
   * Maps an exception.
   *
   * @param verb the failed action: "volume 1 cannot ..."
   * @param path of the object, empty if it concerns the volume
   * @param isThere whether the volume is known to be there, because its mark was seen
   */
  VolumeException of(String verb, String path, IOException e, boolean isThere) {
    if (e instanceof VolumeException known) {
      return known;
    }
    Kind kind = kindOf(e, path, isThere);
    String object = path.isEmpty() ? "" : " '" + path + "'";
    return new VolumeException(
        kind, name + " cannot " + verb + object + ": " + reason(e) + advice(kind), e);
  }

  VolumeException gone(String why, @Nullable IOException cause) {
    return new VolumeException(Kind.GONE, name + " is not there: " + why, cause);
  }

  VolumeException exists(String why) {
    return new VolumeException(Kind.EXISTS, name + ": " + why, null);
  }

  VolumeException invalid(String why) {
    return new VolumeException(Kind.IO, name + ": " + why, null);
  }

  private Kind kindOf(IOException e, String path, boolean isThere) {
    if (e instanceof NoSuchFileException || e instanceof NotDirectoryException) {
      return isThere && !path.isEmpty() ? Kind.NOT_FOUND : Kind.GONE;
    }
    if (e instanceof FileAlreadyExistsException) {
      return Kind.EXISTS;
    }
    if (e instanceof AccessDeniedException) {
      return Kind.DENIED;
    }
    String reason = reason(e);
    for (Map.Entry<String, Kind> text : TEXTS.entrySet()) {
      if (reason.contains(text.getKey())) {
        return text.getValue();
      }
    }
    return asTheFileSystemIs();
  }

  private Kind asTheFileSystemIs() {
    try {
      Path root = Path.of(uri.getPath());
      if (Files.getFileStore(root).isReadOnly()) {
        return Kind.READ_ONLY;
      }
      return root.toFile().getUsableSpace() == 0 ? Kind.NO_SPACE : Kind.IO;
    } catch (IOException unknown) {
      return Kind.IO;
    }
  }

  private static String reason(IOException e) {
    if (e instanceof FileSystemException failed && failed.getReason() != null) {
      return failed.getReason();
    }
    if (e instanceof NoSuchFileException) {
      return "it is not there";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "it is there already";
    }
    return String.valueOf(e.getMessage());
  }

  private static String advice(Kind kind) {
    return switch (kind) {
      case NO_SPACE -> "; make room on it, or add a volume";
      case READ_ONLY -> "; mount it for writing";
      case GONE -> "; mount it again";
      case DENIED -> "; check that this process may use it";
      case NOT_FOUND, EXISTS, TOO_LARGE, IO -> "";
    };
  }

  /** The components of a path, none of which is "." or "..". */
  List<Path> components(String path) throws VolumeException {
    try {
      List<Path> components = List.copyOf(split(path));
      for (Path component : components) {
        String name = component.toString();
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.startsWith("/")) {
          throw invalid("'" + path + "' is not the path of an object");
        }
      }
      return components;
    } catch (java.nio.file.InvalidPathException e) {
      throw new VolumeException(
          Kind.IO,
          name
              + ": this process cannot name '"
              + path
              + "' on its file system ("
              + e.getReason()
              + "); start it with LC_ALL=C.UTF-8",
          e);
    }
  }

  private static List<Path> split(String path) {
    return java.util.Arrays.stream(path.split("/", -1)).map(Path::of).toList();
  }
}
