package io.gigafs.server.command;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import java.util.function.Function;

/**
 * A setting as it was given.
 *
 * @param source where, for messages: an option, or a file with its line
 */
record GivenSetting(String value, String source) {
  /** The value, understood; a value that makes no sense ends the command and names its source. */
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
