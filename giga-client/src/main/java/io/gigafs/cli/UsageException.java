package io.gigafs.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Describes errors in a command line. */
final class UsageException {
  private UsageException() {}

  static String describe(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      return describe(unmatched);
    }
    return lowerFirst(ErrorText.of(e));
  }

  private static String describe(UnmatchedArgumentException e) {
    List<String> unmatched = e.getUnmatched();
    String first = unmatched.isEmpty() ? "" : unmatched.get(0);
    CommandLine command = e.getCommandLine();
    if (!first.startsWith("-")) {
      return command.getSubcommands().isEmpty()
          ? "unexpected argument '" + first + "'"
          : "unknown command '" + first + "'";
    }
    CommandLine parent = command.getParent();
    if (parent != null && parent.getCommandSpec().findOption(first) != null) {
      return "option '" + first + "' goes before '" + command.getCommandName() + "'";
    }
    return "unknown option '" + first + "'";
  }

  private static String lowerFirst(String text) {
    boolean word = text.length() > 1 && Character.isLowerCase(text.charAt(1));
    return word ? Character.toLowerCase(text.charAt(0)) + text.substring(1) : text;
  }
}
