package io.gigafs.cli.fs.copy;

import io.gigafs.cli.ErrorText;
import io.gigafs.protocol.ErrorCode;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Describes failures of files in a cluster or on this machine, in the words of strerror(3). */
final class LocalErrors {
  private LocalErrors() {}

  static String text(Throwable thrown) {
    Throwable cause = ErrorText.unwrap(thrown);
    if (!(cause instanceof FileSystemException failure)) {
      return ErrorText.ofFile(cause);
    }
    if (failure instanceof NoSuchFileException) {
      return ErrorCode.ENOENT.message();
    }
    if (failure instanceof AccessDeniedException) {
      return ErrorCode.EACCES.message();
    }
    if (failure instanceof FileAlreadyExistsException) {
      return ErrorCode.EEXIST.message();
    }
    if (failure instanceof DirectoryNotEmptyException) {
      return ErrorCode.ENOTEMPTY.message();
    }
    String reason = failure.getReason();
    return reason == null ? ErrorText.of(failure) : reason;
  }
}
