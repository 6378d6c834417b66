package io.gigafs.cluster;

/**
 * A seat could not be taken, or the cluster's records could not be read or written; says why and
 * what to do.
 */
public final class MembershipException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MembershipException(String message) {
    super(message);
  }

  public MembershipException(String message, Throwable cause) {
    super(message, cause);
  }
}
