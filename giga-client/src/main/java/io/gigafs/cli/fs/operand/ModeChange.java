package io.gigafs.cli.fs.operand;

import java.util.ArrayList;
import java.util.List;

/**
 * A change of permission bits in the syntax of chmod(1): octal, or clauses like {@code
 * u+rwX,g=o,+t}. Immutable.
 *
 * <p>As with GNU, a directory keeps its set-id bits unless a clause names them, or an octal number
 * has five digits or more; a clause without u, g, o or a leaves the umask's bits unchanged.
 */
public final class ModeChange {
  private static final int SET_ID = FileMode.SET_USER | FileMode.SET_GROUP;
  private static final int READ = 0444;
  private static final int WRITE = 0222;
  private static final int EXECUTE = 0111;

  private final List<Step> steps;

  private ModeChange(List<Step> steps) {
    this.steps = List.copyOf(steps);
  }

  /** The source of a step's bits. */
  private enum Source {
    LITERAL,
    /** Execute permission, if it is a directory or has any execute permission already. */
    EXECUTE_IF_ANY,
    /** The current permissions of user, group or others. */
    COPY
  }

  /**
   * One operator with its operand.
   *
   * @param affected the bits of the classes that the clause names, 0 if it names none
   * @param mentioned the set-id bits that the step changes even on a directory
   */
  private record Step(char operator, int affected, Source source, int bits, int mentioned) {
    int apply(int mode, boolean directory, int umask) {
      int spared = directory ? SET_ID & ~mentioned : 0;
      int value = value(mode, directory) & (affected == 0 ? ~umask : affected) & ~spared;
      return switch (operator) {
        case '+' -> mode | value;
        case '-' -> mode & ~value;
        default -> (mode & ((affected == 0 ? 0 : ~affected) | spared)) | value;
      };
    }

    private int value(int mode, boolean directory) {
      return switch (source) {
        case LITERAL -> bits;
        case EXECUTE_IF_ANY -> directory || (mode & EXECUTE) != 0 ? bits | EXECUTE : bits;
        case COPY -> spread(mode & bits);
      };
    }

    /** Copies the permissions of one class to all three. */
    private static int spread(int bits) {
      return ((bits & READ) != 0 ? READ : 0)
          | ((bits & WRITE) != 0 ? WRITE : 0)
          | ((bits & EXECUTE) != 0 ? EXECUTE : 0);
    }
  }

  /**
   * Parses a change.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  public static ModeChange parse(String text) {
    if (text.matches("[0-7]+")) {
      return octal(text);
    }
    List<Step> steps = new ArrayList<>();
    for (String clause : text.split(",", -1)) {
      parseClause(text, clause, steps);
    }
    return new ModeChange(steps);
  }

  /** The new bits of a file with the bits {@code mode}. */
  public int apply(int mode, boolean directory, int umask) {
    int changed = mode;
    for (Step step : steps) {
      changed = step.apply(changed, directory, umask & FileMode.PERMISSIONS);
    }
    return changed & FileMode.ALL;
  }

  private static ModeChange octal(String text) {
    int bits = text.length() > 9 ? -1 : Integer.parseInt(text, 8);
    if (bits < 0 || bits > FileMode.ALL) {
      throw invalid(text);
    }
    int mentioned = text.length() < 5 ? bits & SET_ID : SET_ID;
    return new ModeChange(List.of(new Step('=', FileMode.ALL, Source.LITERAL, bits, mentioned)));
  }

  private static void parseClause(String text, String clause, List<Step> steps) {
    int at = 0;
    int affected = 0;
    while (at < clause.length() && "ugoa".indexOf(clause.charAt(at)) >= 0) {
      affected |= whose(clause.charAt(at++));
    }
    if (at == clause.length()) {
      throw invalid(text);
    }
    while (at < clause.length()) {
      char operator = clause.charAt(at++);
      if ("+-=".indexOf(operator) < 0) {
        throw invalid(text);
      }
      int end = at;
      while (end < clause.length() && "+-=".indexOf(clause.charAt(end)) < 0) {
        end++;
      }
      steps.add(parseStep(text, operator, affected, clause.substring(at, end)));
      at = end;
    }
  }

  private static Step parseStep(String text, char operator, int affected, String operand) {
    if (operand.length() == 1 && "ugo".contains(operand)) {
      int bits = whose(operand.charAt(0)) & FileMode.PERMISSIONS;
      return new Step(operator, affected, Source.COPY, bits, 0);
    }
    int bits = 0;
    Source source = Source.LITERAL;
    for (int i = 0; i < operand.length(); i++) {
      switch (operand.charAt(i)) {
        case 'r' -> bits |= READ;
        case 'w' -> bits |= WRITE;
        case 'x' -> bits |= EXECUTE;
        case 'X' -> source = Source.EXECUTE_IF_ANY;
        case 's' -> bits |= SET_ID;
        case 't' -> bits |= FileMode.STICKY;
        default -> throw invalid(text);
      }
    }
    return new Step(operator, affected, source, bits, affected == 0 ? bits : affected & bits);
  }

  private static int whose(char who) {
    return switch (who) {
      case 'u' -> FileMode.SET_USER | 0700;
      case 'g' -> FileMode.SET_GROUP | 0070;
      case 'o' -> FileMode.STICKY | 0007;
      default -> FileMode.ALL;
    };
  }

  private static IllegalArgumentException invalid(String text) {
    return new IllegalArgumentException("'" + text + "' is not a mode like 755 or u+rw,g=rX");
  }
}
