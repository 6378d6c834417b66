package io.gigafs.cli;

import io.gigafs.cli.Output.OutputException;
import io.gigafs.cluster.MembershipException;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.util.Arrays;
import picocli.CommandLine.PicocliException;

/** Describes errors in one line. */
public final class ErrorText {
  private ErrorText() {}

  /**
   * Describes the failure of a file operation: the text of strerror(3) if the error number says it
   * all, and otherwise, for example if a server did not answer, the full message.
   */
  public static String ofFile(Throwable thrown) {
    Throwable cause = unwrap(thrown);
    if (cause instanceof GigaException e) {
      return switch (e.code()) {
        case EIO, EAGAIN, ENOSYS, EPROTO, ETIMEDOUT, ESTALE -> of(e);
        default -> e.code().message();
      };
    }
    return of(cause);
  }

  /** Describes a failure. */
  public static String of(Throwable thrown) {
    Throwable cause = unwrap(thrown);
    String message = cause.getMessage();
    boolean explains =
        cause instanceof IOException
            || cause instanceof MembershipException
            || cause instanceof IllegalArgumentException
            || cause instanceof CommandException
            || cause instanceof PicocliException;
    if (message == null || message.isBlank()) {
      return cause.getClass().getSimpleName();
    }
    if (cause instanceof GigaException e) {
      return withoutRepetition(oneLine(message), e.code().message());
    }
    return oneLine(explains ? message : cause.getClass().getSimpleName() + ": " + message);
  }

  /** The exception inside wrappers. */
  public static Throwable unwrap(Throwable thrown) {
    return Futures.cause(
        thrown,
        outer ->
            outer instanceof OutputException
                || outer instanceof DirectoryIteratorException
                || outer instanceof UncheckedIOException);
  }

  /** Whether an operation failed with one of these errors. */
  public static boolean isError(Throwable thrown, ErrorCode... codes) {
    return unwrap(thrown) instanceof GigaException failure
        && Arrays.asList(codes).contains(failure.code());
  }

  /** Removes a repetition that arises when an error wraps another of the same kind. */
  private static String withoutRepetition(String message, String ending) {
    String last = ": " + ending;
    String text = message;
    while (text.endsWith(last + last)) {
      text = text.substring(0, text.length() - last.length());
    }
    return text;
  }

  /** Replaces line breaks by spaces. */
  public static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
