package io.gigafs.cli.fs.list;

import io.gigafs.cli.Accounts;
import io.gigafs.cli.ByteText;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.fs.operand.ModeChange;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.Sizes;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.time.FileTimestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The command line of find(1), parsed: starting points, depths and the expression. In the grammar,
 * {@code -o} binds less tightly than {@code -a} (or nothing between tests), and that less than
 * {@code !}.
 */
final class FindExpression {
  private static final List<String> OPERATORS = List.of("(", ")", "!", "-not");

  private final List<String> words;
  private final FindActions actions;
  private final Accounts accounts;
  private final long nowNanos;
  private final List<String> paths = new ArrayList<>();
  private int at;
  private int minDepth;
  private int maxDepth = Integer.MAX_VALUE;
  private boolean depthFirst;
  private boolean acts;
  private boolean needsAttributes;
  private boolean prunes;
  private Test test = file -> true;

  private FindExpression(
      List<String> words, FindActions actions, Accounts accounts, long nowNanos) {
    this.words = words;
    this.actions = actions;
    this.accounts = accounts;
    this.nowNanos = nowNanos;
  }

  static FindExpression parse(
      List<String> words, FindActions actions, Accounts accounts, long nowNanos) {
    FindExpression expression = new FindExpression(words, actions, accounts, nowNanos);
    expression.parse();
    return expression;
  }

  List<String> paths() {
    return paths;
  }

  int minDepth() {
    return minDepth;
  }

  int maxDepth() {
    return maxDepth;
  }

  /** Whether the contents of a directory come before the directory. */
  boolean isDepthFirst() {
    return depthFirst;
  }

  boolean needsAttributes() {
    return needsAttributes;
  }

  /** Whether a directory may be left out because of a test. */
  boolean prunes() {
    return prunes;
  }

  Test test() {
    return test;
  }

  private void parse() {
    while (at < words.size()
        && !words.get(at).startsWith("-")
        && !OPERATORS.contains(words.get(at))) {
      paths.add(words.get(at++));
    }
    if (at < words.size()) {
      test = alternatives();
      if (at < words.size()) {
        throw CommandException.usage("unexpected '" + words.get(at) + "'");
      }
    }
    if (!acts) {
      test = test.and(this::print);
    }
  }

  private Test alternatives() {
    Test left = conjunction();
    while (accept("-o") || accept("-or")) {
      left = left.or(conjunction());
    }
    return left;
  }

  private Test conjunction() {
    Test left = negation();
    while (at < words.size() && !peek("-o") && !peek("-or") && !peek(")")) {
      if (!accept("-a")) {
        accept("-and");
      }
      left = left.and(negation());
    }
    return left;
  }

  private Test negation() {
    if (accept("!") || accept("-not")) {
      return negation().negate();
    }
    if (accept("(")) {
      Test inner = alternatives();
      if (!accept(")")) {
        throw CommandException.usage("missing ')'");
      }
      return inner;
    }
    return primary(next("a test is missing at the end"));
  }

  private Test primary(String word) {
    return switch (word) {
      case "-name" -> name(word, false);
      case "-iname" -> name(word, true);
      case "-path", "-wholename" -> path(word, false);
      case "-ipath" -> path(word, true);
      case "-type" -> type(word);
      case "-size" -> size(word);
      case "-links" -> number(word, file -> file.known().links());
      case "-inum" -> inode(word);
      case "-samefile" -> sameFile(word);
      case "-mtime" -> age(word, TimeUnit.DAYS);
      case "-mmin" -> age(word, TimeUnit.MINUTES);
      case "-newer" -> newer(word);
      case "-user" -> user(word);
      case "-group" -> group(word);
      case "-uid" -> number(word, file -> Integer.toUnsignedLong(file.known().uid()));
      case "-gid" -> number(word, file -> Integer.toUnsignedLong(file.known().gid()));
      case "-perm" -> permissions(word);
      case "-empty" -> withAttributes(actions::isEmpty);
      case "-true" -> file -> true;
      case "-false" -> file -> false;
      case "-maxdepth" -> {
        maxDepth = depth(word);
        yield file -> true;
      }
      case "-mindepth" -> {
        minDepth = depth(word);
        yield file -> true;
      }
      case "-depth" -> {
        depthFirst = true;
        yield file -> true;
      }
      case "-prune" -> {
        prunes = true;
        yield file -> {
          actions.prune(file);
          return true;
        };
      }
      case "-print" -> act(this::print);
      case "-print0" ->
          act(
              file -> {
                actions.printNul(file);
                return true;
              });
      case "-json" ->
          act(
              file -> {
                actions.printJson(file);
                return true;
              });
      case "-delete" -> {
        depthFirst = true;
        yield act(actions::delete);
      }
      default -> throw CommandException.usage("unknown test '" + word + "'");
    };
  }

  private boolean print(FoundFile file) {
    actions.print(file);
    return true;
  }

  private Test act(Test action) {
    acts = true;
    return action;
  }

  private Test withAttributes(Test wanting) {
    needsAttributes = true;
    return wanting;
  }

  private Test name(String word, boolean ignoreCase) {
    Glob glob = new Glob(operand(word), ignoreCase);
    return file -> glob.matches(file.baseName(), ignoreCase);
  }

  private Test path(String word, boolean ignoreCase) {
    Glob glob = new Glob(operand(word), ignoreCase);
    return file -> glob.matches(file.operand().text(), ignoreCase);
  }

  private Test type(String word) {
    List<FileType> types = new ArrayList<>();
    for (String letter : operand(word).split(",", -1)) {
      types.add(
          switch (letter) {
            case "f" -> FileType.REGULAR;
            case "d" -> FileType.DIRECTORY;
            case "l" -> FileType.SYMLINK;
            case "p" -> FileType.FIFO;
            case "s" -> FileType.SOCKET;
            case "c" -> FileType.CHARACTER_DEVICE;
            case "b" -> FileType.BLOCK_DEVICE;
            default -> throw CommandException.usage(word + " takes f, d, l, p, s, c or b");
          });
    }
    return file -> types.contains(file.type());
  }

  private Test size(String word) {
    String text = operand(word);
    char unit = text.isEmpty() ? ' ' : text.charAt(text.length() - 1);
    long unitBytes =
        switch (unit) {
          case 'c' -> 1;
          case 'w' -> 2;
          case 'k' -> 1L << 10;
          case 'M' -> 1L << 20;
          case 'G' -> 1L << 30;
          default -> 512;
        };
    String digits = Character.isDigit(unit) ? text : text.substring(0, text.length() - 1);
    LongPredicate matches = comparison(word, digits.isEmpty() ? text : digits);
    return withAttributes(file -> matches.test(Sizes.blocks(file.known().size(), unitBytes)));
  }

  private Test number(String word, ToLongFunction<FoundFile> value) {
    LongPredicate matches = comparison(word, operand(word));
    return withAttributes(file -> matches.test(value.applyAsLong(file)));
  }

  /** An inode number without a sign, as ls -i prints it. */
  private Test inode(String word) {
    String text = operand(word);
    long value;
    try {
      value = Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw CommandException.usage(word + ": '" + text + "' is not an inode number");
    }
    return file -> file.inode().value() == value;
  }

  private Test sameFile(String word) {
    String reference = operand(word);
    Operand.parse(reference);
    return file -> file.inode().equals(actions.inode(reference));
  }

  private Test age(String word, TimeUnit unit) {
    long unitSeconds = unit.toSeconds(1);
    return number(
        word,
        file ->
            Math.floorDiv(
                FileTimestamp.secondsBetween(file.known().modifiedNanos(), nowNanos), unitSeconds));
  }

  private Test newer(String word) {
    String reference = operand(word);
    Operand.parse(reference);
    return withAttributes(
        file ->
            FileTimestamp.isAfter(file.known().modifiedNanos(), actions.modifiedNanos(reference)));
  }

  private Test user(String word) {
    String name = operand(word);
    int uid = known(accounts.user(name), word, name);
    return withAttributes(file -> file.known().uid() == uid);
  }

  private Test group(String word) {
    String name = operand(word);
    int gid = known(accounts.group(name), word, name);
    return withAttributes(file -> file.known().gid() == gid);
  }

  private static int known(OptionalInt id, String word, String name) {
    if (id.isEmpty()) {
      throw CommandException.usage(word + ": '" + name + "' is not known on this machine");
    }
    return id.getAsInt();
  }

  private Test permissions(String word) {
    String text = operand(word);
    boolean every = text.startsWith("-");
    boolean any = text.startsWith("/");
    int bits;
    try {
      bits = ModeChange.parse(every || any ? text.substring(1) : text).apply(0, false, 0);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(word + ": '" + text + "' is not a mode");
    }
    return withAttributes(
        file -> {
          int mode = file.known().mode();
          if (every) {
            return (mode & bits) == bits;
          }
          return any ? bits == 0 || (mode & bits) != 0 : mode == bits;
        });
  }

  /** N, +N for more and -N for less. */
  private static LongPredicate comparison(String word, String text) {
    char sign = text.isEmpty() ? ' ' : text.charAt(0);
    long number;
    try {
      number = Long.parseLong(sign == '+' || sign == '-' ? text.substring(1) : text);
    } catch (NumberFormatException e) {
      throw CommandException.usage(word + ": '" + text + "' is not a number");
    }
    return switch (sign) {
      case '+' -> value -> value > number;
      case '-' -> value -> value < number;
      default -> value -> value == number;
    };
  }

  private int depth(String word) {
    String text = operand(word);
    try {
      return Integer.parseUnsignedInt(text);
    } catch (NumberFormatException e) {
      throw CommandException.usage(word + ": '" + text + "' is not a depth");
    }
  }

  private String operand(String word) {
    return next(word + ": what?");
  }

  private String next(String complaint) {
    if (at == words.size()) {
      throw CommandException.usage(complaint);
    }
    return words.get(at++);
  }

  private boolean peek(String word) {
    return at < words.size() && words.get(at).equals(word);
  }

  private boolean accept(String word) {
    boolean found = peek(word);
    at += found ? 1 : 0;
    return found;
  }

  /** A part of find's expression: a test, or an action, which returns whether it succeeded. */
  interface Test {
    boolean matches(FoundFile file) throws GigaException;

    default Test and(Test other) {
      return file -> matches(file) && other.matches(file);
    }

    default Test or(Test other) {
      return file -> matches(file) || other.matches(file);
    }

    default Test negate() {
      return file -> !matches(file);
    }
  }

  /** The actions of find on a file. */
  interface FindActions {
    void print(FoundFile file);

    /** Prints the path with a NUL after it. */
    void printNul(FoundFile file);

    void printJson(FoundFile file);

    /** Removes the file or empty directory; returns whether that succeeded. */
    boolean delete(FoundFile file);

    /** Prevents find from descending into this directory. */
    void prune(FoundFile file);

    boolean isEmpty(FoundFile file) throws GigaException;

    /** The inode id of a file in the cluster. */
    InodeId inode(String reference) throws GigaException;

    /** The modification time of a file in the cluster, ns since the epoch. */
    long modifiedNanos(String reference) throws GigaException;
  }

  /**
   * A file that find(1) has found.
   *
   * @param attributes null unless a test needs them
   */
  record FoundFile(
      Operand operand,
      int depth,
      InodeId inode,
      FileType type,
      @Nullable FileAttributes attributes) {

    /** The last part of the path. */
    String baseName() {
      return operand.path().isRoot() ? "/" : ByteText.decode(operand.path().name().bytes());
    }

    /** The attributes, for tests that requested them. */
    FileAttributes known() {
      if (attributes == null) {
        throw new IllegalStateException("attributes were not requested for " + operand.text());
      }
      return attributes;
    }

    boolean isDirectory() {
      return type == FileType.DIRECTORY;
    }
  }
}
