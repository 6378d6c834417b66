package io.gigafs.server.openstate;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.file.LockType;
import io.gigafs.volume.DataLocation;
import org.jspecify.annotations.Nullable;

/**
 * An open handle and its state.
 *
 * @param number assigned by its client
 * @param opener the client and user that opened it; nobody else may use it
 * @param appends whether it was opened to append only, which matters while the file is append-only
 * @param flock its lock of the whole file
 * @param placed an object on a volume that its client fills and that belongs to no file yet
 * @param granted the offset up to which it may write to a file's object below a quota, 0 for none
 */
public record OpenHandle(
    long number,
    Opener opener,
    boolean reads,
    boolean writes,
    boolean appends,
    @Nullable LockType flock,
    @Nullable DataLocation placed,
    long granted) {
  /**
   * The client and user that opened a handle.
   *
   * @param client its number
   * @param uid of the user that it acted for
   */
  public record Opener(long client, int uid) {
    /** The opener of handles that were stored before openers were recorded. */
    static final Opener UNKNOWN = new Opener(0, 0);

    /** Whether a client may use the handle for a user. */
    public boolean is(long otherClient, int otherUid) {
      return equals(UNKNOWN) || (client == otherClient && uid == otherUid);
    }

    /** Whether the opener is known to be the superuser. */
    boolean isSuperuser() {
      return !equals(UNKNOWN) && uid == Caller.ROOT.uid();
    }

    /** Whether the handle belongs to a client, for any user. */
    public boolean isClient(long otherClient) {
      return equals(UNKNOWN) || client == otherClient;
    }
  }

  /** A handle that fills no object. */
  public OpenHandle(long number, Opener opener, boolean reads, boolean writes, boolean appends) {
    this(number, opener, reads, writes, appends, null, null, 0);
  }

  OpenHandle withFlock(@Nullable LockType newFlock) {
    return new OpenHandle(number, opener, reads, writes, appends, newFlock, placed, granted);
  }

  /** A copy of the handle with another object to fill, or none. */
  public OpenHandle withPlaced(@Nullable DataLocation newPlaced) {
    return new OpenHandle(number, opener, reads, writes, appends, flock, newPlaced, granted);
  }

  /** A copy of the handle with another write limit. */
  OpenHandle withGranted(long newGranted) {
    return new OpenHandle(number, opener, reads, writes, appends, flock, placed, newGranted);
  }
}
