package io.gigafs.cli.fs.operand;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.ClusterAddress;
import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path as it was typed, with its meaning.
 *
 * @param text as typed, for output and messages
 * @param directoryOnly whether the text ends in a slash, so that the file must be a directory
 * @param cluster the cluster of a full URL, or null
 */
public record Operand(
    String text, GigaPath path, boolean directoryOnly, @Nullable ClusterAddress cluster) {

  /** Parses an absolute path or a giga:// URL, byte by byte. */
  public static Operand parse(String text) {
    if (!text.startsWith(ClusterAddress.SCHEME)) {
      return new Operand(text, path(text, text), isDirectoryOnly(text), null);
    }
    int slash = text.indexOf('/', ClusterAddress.SCHEME.length());
    String path = slash < 0 ? "/" : text.substring(slash);
    try {
      ClusterAddress cluster = ClusterAddress.parse(slash < 0 ? text : text.substring(0, slash));
      return new Operand(text, path(text, path), isDirectoryOnly(path), cluster);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(text + ": not giga://HOST:PORT[,HOST:PORT...]/PATH");
    }
  }

  /** The operand for a path. */
  public static Operand of(GigaPath path) {
    return new Operand(LosslessPaths.text(path), path, false, null);
  }

  static List<Operand> parseAll(List<String> texts) {
    return texts.stream().map(Operand::parse).toList();
  }

  /** An operand below this one. */
  public Operand child(Name name) {
    return new Operand(join(text, name), path.child(name), false, cluster);
  }

  /** The operand for a path below this one. */
  public Operand below(GigaPath descendant) {
    List<Name> names = descendant.names();
    Operand at = this;
    for (Name name : names.subList(path.names().size(), names.size())) {
      at = at.child(name);
    }
    return at;
  }

  /** The text of a name in a directory. */
  static String join(String directory, Name name) {
    String text = ByteText.decode(name.bytes());
    return directory.endsWith("/") ? directory + text : directory + "/" + text;
  }

  /** The cluster of the URL, else that of the options. */
  public ClusterAddress cluster(ClusterOptions options, Shell shell) {
    return cluster != null ? cluster : options.required(shell);
  }

  /** Whether the last part, as typed, is "." or "..". */
  public boolean endsInDots() {
    String trimmed = text.replaceAll("/+$", "");
    return trimmed.endsWith("/.") || trimmed.endsWith("/..");
  }

  /** The text for messages, quoted if a terminal or a reader could misread it. */
  public String shown() {
    return Quoting.ifNeeded(text);
  }

  private static boolean isDirectoryOnly(String path) {
    return path.endsWith("/") || path.endsWith("/.") || path.endsWith("/..");
  }

  private static GigaPath path(String typed, String path) {
    if (!path.startsWith("/")) {
      throw CommandException.usage(
          Quoting.ifNeeded(typed) + ": not an absolute path (there is no working directory)");
    }
    List<Name> names = new ArrayList<>();
    for (String part : path.split("/", -1)) {
      switch (part) {
        case "", "." -> {}
        case ".." -> {
          if (!names.isEmpty()) {
            names.remove(names.size() - 1);
          }
        }
        default -> names.add(name(typed, part));
      }
    }
    return new GigaPath(names);
  }

  private static Name name(String typed, String part) {
    byte[] bytes = ByteText.encode(part);
    if (bytes.length > Name.MAX_BYTES) {
      throw CommandException.failed(Quoting.ifNeeded(typed) + ": File name too long");
    }
    return Name.of(bytes);
  }
}
