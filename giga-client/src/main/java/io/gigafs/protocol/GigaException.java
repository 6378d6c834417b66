package io.gigafs.protocol;

import java.io.IOException;

/**
 * The failure of an operation. The code is the kind of the error, the detail where and why it
 * occurred.
 */
public final class GigaException extends IOException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String detail;

  GigaException(ErrorCode code, String detail) {
    super(detail.isEmpty() ? code.message() : detail + ": " + code.message());
    this.code = code;
    this.detail = detail;
  }

  public ErrorCode code() {
    return code;
  }

  /** Where and why the error occurred, without the text of the code; may be empty. */
  public String detail() {
    return detail;
  }
}
