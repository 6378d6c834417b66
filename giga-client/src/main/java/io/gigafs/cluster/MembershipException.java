package io.gigafs.cluster;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A seat could not be taken, or the cluster's records could not be read or written; says why and
 * what to do.
 */
public final class MembershipException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MembershipException(String message) {
    super(message);
  }

  public MembershipException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Another living server sits under this id. */
  public static MembershipException seatTaken(ServerId id, Endpoint holder) {
    return new MembershipException(
        "server id '"
            + id
            + "' is in use by a running server at "
            + holder
            + ": stop that one, or give this one another id");
  }

  /** The id belongs to another store. */
  public static MembershipException otherStore(ServerId id, UUID known, UUID offered) {
    return new MembershipException(
        "server id '"
            + id
            + "' belongs to the store "
            + known
            + ", but this data directory holds the store "
            + offered
            + ": start it on the data directory that it had, or under an id that is not used yet");
  }

  /** The deadline passed before there was a view with the server in it. */
  public static MembershipException stillForming(ServerId id, int present, ClusterFormat format) {
    return new MembershipException(
        "server '"
            + id
            + "' is not part of the cluster yet: "
            + present
            + " of the "
            + format.initialServers()
            + " servers that it was formatted for are running: start the others, then this one again");
  }
}
