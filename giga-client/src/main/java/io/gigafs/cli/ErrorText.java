package io.gigafs.cli;

import io.gigafs.cluster.MembershipException;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.PicocliException;

/** What went wrong, in one line. */
public final class ErrorText {
  private ErrorText() {}

  /**
   * What went wrong with a file: what strerror(3) says where that is all there is to it, and
   * otherwise, as of a server that did not answer, the whole story.
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

  /** What went wrong. */
  public static String of(Throwable thrown) {
    Throwable cause = unwrap(thrown);
    String message = cause.getMessage();
    boolean telling =
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
    return oneLine(telling ? message : cause.getClass().getSimpleName() + ": " + message);
  }

  /** The exception that others only carried. */
  public static Throwable unwrap(Throwable thrown) {
    Throwable cause = thrown.getCause();
    boolean carrier =
        thrown instanceof CompletionException
            || thrown instanceof ExecutionException
            || thrown instanceof OutputException
            || thrown instanceof DirectoryIteratorException
            || thrown instanceof UncheckedIOException;
    return carrier && cause != null ? unwrap(cause) : thrown;
  }

  /** An error that carries another of the same kind says twice what kind that is. */
  private static String withoutRepetition(String message, String ending) {
    String last = ": " + ending;
    String text = message;
    while (text.endsWith(last + last)) {
      text = text.substring(0, text.length() - last.length());
    }
    return text;
  }

  /** A text with its line breaks turned into blanks. */
  public static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
