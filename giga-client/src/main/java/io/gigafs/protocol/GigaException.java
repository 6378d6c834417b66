package io.gigafs.protocol;

import java.io.IOException;

/** An operation failed; the code says how, the detail where and why. */
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

  /** Where and why, without what the code says; perhaps empty. */
  public String detail() {
    return detail;
  }
}
