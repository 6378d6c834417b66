package io.gigafs.client;

import io.gigafs.client.path.Last;
import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The resolution of a path that leads from a directory which is named by its inode id. Used by one
 * thread at a time.
 *
 * <p>The names of the directory are asked for by its id, wherever it is. Its entry, which says who
 * may do what, is where it was last seen, if a lease or a look-up says that the name still leads to
 * it; if not, {@link DirectoryFinder} asks the servers where it is now. The directories above are
 * climbed in the same way, as a user who may not search one of them may not act below it; nothing
 * keeps the superuser from that, so it climbs none.
 */
final class InodeResolver extends Resolver {
  private final PathUse use;
  private final Caller caller;

  /** The directory whose entry is wanted next. */
  private InodeId at;

  /** Where it was last seen. */
  private DirectoryKey key = new DirectoryKey(InodeId.SUPER_ROOT, InodeId.ROOT_NAME);

  /** The entry of the directory that the path leads from, and where that is, once it is known. */
  private @Nullable DirectoryEntry base;

  private DirectoryKey baseKey = key;
  private boolean isDone;
  private boolean isLost;
  private @Nullable ErrorCode refusal;
  private int failures;

  InodeResolver(Core core, Operation<?> operation, GigaPath path, PathUse use, Resolution then) {
    super(core, operation, path, then);
    this.use = use;
    this.caller = operation.caller();
    this.at = path.base();
  }

  /** Links are followed by the caller, who named the directory. */
  @Override
  void follow(byte[] target) {
    unresolved(operation().failure(path(), ErrorCode.ELOOP, "a symbolic link"));
  }

  @Override
  boolean goByCache() {
    while (!isDone && !isLost) {
      DirectoryKey seen = core().locations().of(at);
      if (seen == null) {
        isLost = true;
        return true;
      }
      key = seen;
      DirectoryEntry entry = operation().cached(key);
      if (entry == null) {
        return false;
      }
      found(entry);
    }
    return true;
  }

  @Override
  DirectoryKey wanted() {
    return key;
  }

  @Override
  void found(DirectoryEntry entry) {
    if (!entry.id().equals(at)) {
      isLost = true;
      return;
    }
    if (base == null) {
      base = entry;
      baseKey = key;
    }
    boolean isActedBelow = !entry.id().equals(path().base()) || !path().isBaseItself();
    if (isActedBelow && !entry.allowsSearch(caller)) {
      refusal = ErrorCode.EACCES;
      isDone = true;
    } else if (caller.isSuperuser() || at.equals(InodeId.ROOT)) {
      isDone = true;
    } else {
      at = key.parent();
    }
  }

  @Override
  void foundLink(byte[] target) {
    isLost = true;
  }

  @Override
  void foundOther() {
    isLost = true;
  }

  /**
   * The name may be gone, or the directory that it was in; or it matters no more who may search.
   */
  @Override
  void notFound(GigaException failure) {
    switch (failure.code()) {
      case ENOENT, ESTALE -> find();
      case EACCES ->
          new DirectoryFinder(core(), operation(), at, new Finding()).beginUnlessIn(key.parent());
      default -> unresolved(failure);
    }
  }

  @Override
  void tell() {
    if (isLost) {
      find();
    } else if (refusal != null) {
      refuse(refusal);
    } else {
      tellPlace();
    }
  }

  private void tellPlace() {
    DirectoryEntry directory = base;
    if (directory == null) {
      throw new IllegalStateException("the directory was not found");
    }
    ResolvedPath place =
        path().isBaseItself()
            ? new ResolvedPath(
                DirectoryEntry.unknown(baseKey.parent()),
                baseKey.name(),
                Last.SELF,
                false,
                directory,
                this)
            : new ResolvedPath(directory, path().name(), Last.NAME, false, null, this);
    ErrorCode refused = use.refusal(place.last(), false);
    if (refused == null) {
      resolved(place);
    } else {
      refuse(refused);
    }
  }

  private void refuse(ErrorCode code) {
    unresolved(operation().failure(path(), code, ""));
  }

  private void find() {
    new DirectoryFinder(core(), operation(), at, new Finding()).begin();
  }

  /** What becomes of asking servers where the directory is. */
  private final class Finding implements DirectoryFinder.Found {
    @Override
    public void found(DirectoryKey now) {
      core().locations().learn(at, now);
      isLost = false;
      if (failures == 0) {
        failures++;
        goOn();
      } else {
        moved();
      }
    }

    /** The caller may not search that directory. */
    @Override
    public void stayed() {
      refuse(ErrorCode.EACCES);
    }

    /** It moves while it is looked for. */
    @Override
    public void moved() {
      failures++;
      long delayMillis = core().pauseMillis(failures);
      long end = core().clock().nanos() + TimeUnit.MILLISECONDS.toNanos(delayMillis);
      if (operation().deadlineNanos() - end <= 0) {
        unresolved(operation().failure(path(), ErrorCode.EIO, "the directory keeps being moved"));
      } else {
        core().pauses().after(delayMillis, InodeResolver.this::goOnAgain);
      }
    }

    @Override
    public void gone(GigaException failure) {
      refuse(ErrorCode.ENOENT);
    }

    @Override
    public void notFound(GigaException failure) {
      unresolved(failure);
    }
  }

  private void goOnAgain() {
    isLost = false;
    try {
      goOn();
    } catch (RuntimeException | Error e) {
      broke(e);
    }
  }
}
