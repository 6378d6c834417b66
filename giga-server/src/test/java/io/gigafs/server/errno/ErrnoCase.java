package io.gigafs.server.errno;

import io.gigafs.protocol.ErrorCode;

/**
 * A call that fails.
 *
 * @param call the system call whose man page gives the errno
 * @param name what is the matter
 * @param setup statements of {@link FileScript} that have to succeed first, between semicolons
 * @param action the statement that fails
 * @param known who knows it
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
