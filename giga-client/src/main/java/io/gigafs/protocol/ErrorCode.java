package io.gigafs.protocol;

import io.gigafs.volume.VolumeException;

/** Errors of operations, with the numbers of Linux's errno(3). */
public enum ErrorCode {
  EPERM(1, "Operation not permitted"),
  ENOENT(2, "No such file or directory"),
  EIO(5, "Input/output error"),
  ENXIO(6, "No such device or address"),
  E2BIG(7, "Argument list too long"),
  EBADF(9, "Bad file descriptor"),
  EAGAIN(11, "Resource temporarily unavailable"),
  EACCES(13, "Permission denied"),
  EBUSY(16, "Device or resource busy"),
  EEXIST(17, "File exists"),
  EXDEV(18, "Invalid cross-device link"),
  ENOTDIR(20, "Not a directory"),
  EISDIR(21, "Is a directory"),
  EINVAL(22, "Invalid argument"),
  ETXTBSY(26, "Text file busy"),
  EFBIG(27, "File too large"),
  ENOSPC(28, "No space left on device"),
  EROFS(30, "Read-only file system"),
  EMLINK(31, "Too many links"),
  ERANGE(34, "Numerical result out of range"),
  EDEADLK(35, "Resource deadlock avoided"),
  ENAMETOOLONG(36, "File name too long"),
  ENOLCK(37, "No locks available"),
  ENOSYS(38, "Function not implemented"),
  ENOTEMPTY(39, "Directory not empty"),
  ELOOP(40, "Too many levels of symbolic links"),
  ENODATA(61, "No data available"),
  EPROTO(71, "Protocol error"),
  EOVERFLOW(75, "Value too large for defined data type"),
  EOPNOTSUPP(95, "Operation not supported"),
  ETIMEDOUT(110, "Connection timed out"),
  ESTALE(116, "Stale file handle"),
  EDQUOT(122, "Disk quota exceeded");

  private static final ErrorCode[] BY_NUMBER = new ErrorCode[128];

  static {
    for (ErrorCode code : values()) {
      if (BY_NUMBER[code.number] != null) {
        throw new AssertionError(
            code + " and " + BY_NUMBER[code.number] + " share number " + code.number);
      }
      BY_NUMBER[code.number] = code;
    }
  }

  private final int number;
  private final String message;

  ErrorCode(int number, String message) {
    this.number = number;
    this.message = message;
  }

  /** The errno, which is also the number on the wire. */
  public int number() {
    return number;
  }

  /** The text of strerror(3). */
  public String message() {
    return message;
  }

  /** The error for a volume's failure. A missing object is not reported as a missing file. */
  public static ErrorCode of(VolumeException.Kind kind) {
    return switch (kind) {
      case NOT_FOUND -> ENODATA;
      case NO_SPACE -> ENOSPC;
      case TOO_LARGE -> EFBIG;
      case READ_ONLY -> EROFS;
      case DENIED -> EACCES;
      case EXISTS, GONE, IO -> EIO;
    };
  }

  /** An exception with this code. */
  public GigaException exception(String detail) {
    return new GigaException(this, detail);
  }

  /**
   * The code with this number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static ErrorCode ofNumber(int number) {
    ErrorCode code = number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
    if (code == null) {
      throw new IllegalArgumentException("unknown error number " + number);
    }
    return code;
  }
}
