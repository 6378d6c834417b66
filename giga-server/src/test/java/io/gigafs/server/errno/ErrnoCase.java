package io.gigafs.server.errno;

import io.gigafs.protocol.ErrorCode;

/**
 * A call that fails.
 *
 * @param call the system call whose man page specifies the errno
 * @param name description of the case
 * @param setup statements of {@link FileScript}, separated by semicolons, that must succeed first
 * @param action the statement that fails
 * @param known implementations that return the errno
 */
record ErrnoCase(
    String call, String name, ErrorCode code, String setup, String action, Known known) {
  /** Implementations that return this errno. */
  enum Known {
    BOTH,
    /** The model has no lock waiters, and allows moves between quotas. */
    CLUSTER
  }

  @Override
  public String toString() {
    return call + ": " + name + ": " + code;
  }
}
