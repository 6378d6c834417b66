package io.gigafs.server.data;

/** A volume cannot be removed now; the message says why and what to do. */
final class BusyVolumeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BusyVolumeException(String message) {
    super(message);
  }
}
