package io.gigafs.cli.fs.list;

import io.gigafs.cli.Accounts;
import io.gigafs.cli.fs.operand.Devices;
import io.gigafs.cli.fs.operand.FileMode;
import io.gigafs.cli.fs.operand.Quoting;
import io.gigafs.cli.fs.operand.Sizes;
import io.gigafs.cli.fs.operand.TimeText;
import io.gigafs.protocol.FileAttributes;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The formats of stat(1). */
final class StatFormat {
  /** The default format of stat. */
  static final String DEFAULT =
      """
        File: %N
        Size: %-10s\tBlocks: %-10b IO Block: %-6o %F
      Device: %d,0\tInode: %-20i  Links: %h
      Access: (%04a/%A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)
      Access: %x
      Modify: %y
      Change: %z
       Birth: -
      """;

  private static final Pattern SEQUENCE = Pattern.compile("%([-0]*)(\\d*)(.)", Pattern.DOTALL);
  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:([0-7]{1,3})|(.))", Pattern.DOTALL);
  private static final int BLOCK_BYTES = 512;
  private static final int IO_BYTES = 4096;

  private final Accounts accounts;
  private final ZoneId zone;

  StatFormat(Accounts accounts, ZoneId zone) {
    this.accounts = accounts;
    this.zone = zone;
  }

  /**
   * Replaces the sequences of a format; unknown ones become a question mark, as in stat.
   *
   * @param target of a symbolic link, null for other types
   */
  String format(String format, String name, FileAttributes attributes, @Nullable String target) {
    Matcher matcher = SEQUENCE.matcher(format);
    StringBuilder text = new StringBuilder();
    int from = 0;
    while (matcher.find()) {
      text.append(format, from, matcher.start());
      String value = value(matcher.group(3).charAt(0), name, attributes, target);
      appendPadded(text, value, matcher.group(1), matcher.group(2));
      from = matcher.end();
    }
    return text.append(format.substring(from)).toString();
  }

  /** The text with backslash escapes replaced. */
  static String unescape(String text) {
    Matcher matcher = ESCAPE.matcher(text);
    StringBuilder plain = new StringBuilder();
    int from = 0;
    while (matcher.find()) {
      plain.append(text, from, matcher.start());
      plain.append(
          matcher.group(1) != null
              ? (char) Integer.parseInt(matcher.group(1), 8)
              : escaped(matcher.group(2).charAt(0)));
      from = matcher.end();
    }
    return plain.append(text.substring(from)).toString();
  }

  private static char escaped(char letter) {
    return switch (letter) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'a' -> '\u0007';
      case 'b' -> '\b';
      case 'e' -> '\u001b';
      case 'f' -> '\f';
      case 'v' -> '\u000b';
      default -> letter;
    };
  }

  private String value(
      char sequence, String name, FileAttributes attributes, @Nullable String target) {
    return switch (sequence) {
      case '%' -> "%";
      case 'a' -> FileMode.octal(attributes.mode());
      case 'A' -> FileMode.symbolic(attributes.type(), attributes.mode());
      case 'b' -> Long.toString(Sizes.blocks(fileBytes(attributes), BLOCK_BYTES));
      case 'B' -> Integer.toString(BLOCK_BYTES);
      case 'd', 'D' -> "0";
      case 'f' -> Integer.toHexString(attributes.type().code() << 12 | attributes.mode());
      case 'F' -> typeName(attributes);
      case 'g' -> Integer.toUnsignedString(attributes.gid());
      case 'G' -> accounts.groupName(attributes.gid());
      case 'h' -> Integer.toString(attributes.links());
      case 'i' -> Long.toUnsignedString(attributes.inode().value());
      case 'm' -> "/";
      case 'n' -> name;
      case 'N' ->
          Quoting.ifNeeded(name) + (target == null ? "" : " -> " + Quoting.ifNeeded(target));
      case 'o' -> Integer.toString(IO_BYTES);
      case 's' -> Long.toString(attributes.size());
      case 't' -> Long.toHexString(Devices.major(attributes.deviceNumber()));
      case 'T' -> Long.toHexString(Devices.minor(attributes.deviceNumber()));
      case 'u' -> Integer.toUnsignedString(attributes.uid());
      case 'U' -> accounts.userName(attributes.uid());
      case 'w' -> "-";
      case 'W' -> "0";
      case 'x' -> TimeText.full(attributes.accessedNanos(), zone);
      case 'X' -> Long.toString(TimeText.seconds(attributes.accessedNanos()));
      case 'y' -> TimeText.full(attributes.modifiedNanos(), zone);
      case 'Y' -> Long.toString(TimeText.seconds(attributes.modifiedNanos()));
      case 'z' -> TimeText.full(attributes.changedNanos(), zone);
      case 'Z' -> Long.toString(TimeText.seconds(attributes.changedNanos()));
      default -> "?";
    };
  }

  private static long fileBytes(FileAttributes attributes) {
    return attributes.isDirectory() ? 0 : attributes.size();
  }

  private static String typeName(FileAttributes attributes) {
    return switch (attributes.type()) {
      case REGULAR -> attributes.size() == 0 ? "regular empty file" : "regular file";
      case DIRECTORY -> "directory";
      case SYMLINK -> "symbolic link";
      case FIFO -> "fifo";
      case SOCKET -> "socket";
      case CHARACTER_DEVICE -> "character special file";
      case BLOCK_DEVICE -> "block special file";
    };
  }

  private static void appendPadded(StringBuilder text, String value, String flags, String width) {
    int missing = width.isEmpty() ? 0 : Integer.parseInt(width) - value.length();
    if (missing <= 0) {
      text.append(value);
    } else if (flags.indexOf('-') >= 0) {
      text.append(value).append(" ".repeat(missing));
    } else {
      text.append((flags.indexOf('0') >= 0 ? "0" : " ").repeat(missing)).append(value);
    }
  }
}
