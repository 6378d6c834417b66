package io.gigafs.server.command;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import java.util.function.Function;

/**
 * A setting as the user gave it.
 *
 * @param source an option, or a file with its line, for messages
 */
record GivenSetting(String value, String source) {
  /** Parses the value; an invalid value ends the command with a message that names its source. */
  <T> T as(Function<String, T> parser) {
    try {
      return parser.apply(value);
    } catch (IllegalArgumentException e) {
      throw refuse(ErrorText.of(e));
    }
  }

  CommandException refuse(String reason) {
    return CommandException.usage(source + ": " + reason);
  }
}
