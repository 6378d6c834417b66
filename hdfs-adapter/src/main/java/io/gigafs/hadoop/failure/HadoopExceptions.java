package io.gigafs.hadoop.failure;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.security.AccessControlException;

/**
 * Converts failures to the exception classes that Hadoop programs expect. The cause is always
 * Giga's own exception.
 */
public final class HadoopExceptions {
  private static final Pattern SEPARATORS = Pattern.compile("^[:\\s]+");

  private HadoopExceptions() {}

  /** The exception for an operation that creates or changes something. */
  public static IOException of(Object path, GigaException failure) {
    if (failure.getCause() instanceof InterruptedException) {
      return caused(new InterruptedIOException(bare(path) + ": " + failure.detail()), failure);
    }
    return switch (failure.code()) {
      case ENOENT ->
          caused(new FileNotFoundException("File does not exist: " + bare(path)), failure);
      case ELOOP ->
          caused(
              new IOException("Possible cyclic loop while following symbolic link " + bare(path)),
              failure);
      case EEXIST -> caused(new FileAlreadyExistsException(text(path, failure)), failure);
      case EISDIR -> caused(new FileAlreadyExistsException(path + " is a directory"), failure);
      case ENOTDIR -> caused(new ParentNotDirectoryException(text(path, failure)), failure);
      case ENOTEMPTY -> caused(new PathIsNotEmptyDirectoryException(path.toString()), failure);
      case EACCES, EPERM -> denied(text(path, failure), failure);
      case ENOSPC, EDQUOT ->
          caused(new ClusterStorageCapacityExceededException(text(path, failure)), failure);
      case ETIMEDOUT -> caused(new SocketTimeoutException(text(path, failure)), failure);
      default -> new PathFailure(path.toString(), reason(path, failure), failure);
    };
  }

  /** The exception for a missing permission. */
  public static IOException denied(String text, GigaException failure) {
    return caused(new AccessControlException(text), failure);
  }

  /** The exception for a read-only operation: a path below a file does not exist. */
  public static IOException ofLooking(Object path, GigaException failure) {
    return switch (failure.code()) {
      case ENOTDIR, EISDIR -> caused(new FileNotFoundException(text(path, failure)), failure);
      default -> of(path, failure);
    };
  }

  /** Whether a failure says that the file, or a directory on its path, does not exist. */
  public static boolean isMissing(GigaException failure) {
    return failure.code() == ErrorCode.ENOENT || failure.code() == ErrorCode.ENOTDIR;
  }

  /** A path without scheme, as in HDFS's messages, which programs compare. */
  private static Object bare(Object path) {
    return path instanceof Path full ? Path.getPathWithoutSchemeAndAuthority(full) : path;
  }

  private static String text(Object path, GigaException failure) {
    return bare(path) + ": " + reason(path, failure);
  }

  /** The text of the error, with the cluster's detail, but without the path. */
  private static String reason(Object path, GigaException failure) {
    String detail = failure.detail();
    String shown = String.valueOf(bare(path));
    if (detail.startsWith(shown)) {
      detail = detail.substring(shown.length());
    }
    detail = SEPARATORS.matcher(detail).replaceFirst("");
    if (detail.isEmpty()) {
      return failure.code().message();
    }
    // An internal error of the client or a server: its own text is more specific than "I/O error".
    return failure.code() == ErrorCode.EIO ? detail : failure.code().message() + ": " + detail;
  }

  private static <E extends IOException> E caused(E exception, GigaException cause) {
    exception.initCause(cause);
    return exception;
  }

  /** Hadoop's own class would append the message of its cause, and so repeat the text. */
  private static final class PathFailure extends PathIOException {
    private static final long serialVersionUID = 1L;

    private final String text;

    private PathFailure(String path, String reason, GigaException cause) {
      super(path, cause);
      this.text = "`" + path + "': " + reason;
    }

    @Override
    public String getMessage() {
      return text;
    }
  }
}
