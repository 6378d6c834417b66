package io.gigafs.server.openstate;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.LockType;
import io.gigafs.volume.DataLocation;
import org.jspecify.annotations.Nullable;

/**
 * What a handle is for, and what it has.
 *
 * @param number as its client numbers it
 * @param opener who opened it, and alone may use it
 * @param appends whether it was opened to write at the end of the file only, which counts while the
 *     file is append-only
 * @param flock its lock of the whole file
 * @param placed an object on a volume that its client fills, and that is no file's yet
 * @param granted up to where it may write to the object of a file below a quota, 0 for nowhere
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
   * Who opened a handle.
   *
   * @param client its number
   * @param uid of the user that it acted for
   */
  public record Opener(long client, int uid) {
    /** Of handles that were stored before openers were. */
    static final Opener UNKNOWN = new Opener(0, 0);

    /** Whether a client may use the handle for a user. */
    public boolean is(long otherClient, int otherUid) {
      return equals(UNKNOWN) || (client == otherClient && uid == otherUid);
    }

    /** Whether it is known to be the superuser's. */
    boolean isSuperuser() {
      return !equals(UNKNOWN) && uid == Caller.ROOT.uid();
    }

    /** Whether it is of a client, for any user. */
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

  /** The same handle, whose client fills this object, or none. */
  public OpenHandle withPlaced(@Nullable DataLocation newPlaced) {
    return new OpenHandle(number, opener, reads, writes, appends, flock, newPlaced, granted);
  }

  /** The same handle, whose client may write up to there. */
  public OpenHandle withGranted(long newGranted) {
    return new OpenHandle(number, opener, reads, writes, appends, flock, placed, newGranted);
  }
}
