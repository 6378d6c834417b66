package io.gigafs.fuse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.access.AclXattr;
import io.gigafs.client.DirectoryTarget;
import io.gigafs.client.Follow;
import io.gigafs.client.Target;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Applies the umask of processes, except in a directory that has a default access control list,
 * which replaces it as in acl(5). Safe for use by several threads.
 *
 * <p>Whether a directory has such a list is asked at most once a second, the duration of a lease.
 */
final class Umasks {
  private static final int PERMISSIONS = 07777;
  private static final Duration LASTS = Duration.ofSeconds(1);
  private static final int MAX_DIRECTORIES = 1 << 14;
  private static final byte[] DEFAULT_LIST = AclXattr.DEFAULT.getBytes(StandardCharsets.UTF_8);

  private final Callers callers;
  private final Cache<InodeId, Boolean> lists;

  Umasks(Callers callers, LongSupplier nanos) {
    this.callers = callers;
    this.lists =
        Caffeine.newBuilder()
            .maximumSize(MAX_DIRECTORIES)
            .expireAfterWrite(LASTS)
            .ticker(nanos::getAsLong)
            .executor(Runnable::run)
            .build();
  }

  /** The permission bits of a file that is about to be created in a directory. */
  int permissions(InodeId directory, int mode, int umask) throws GigaException {
    boolean keeps = (mode & PERMISSIONS & umask) == 0 || hasList(directory);
    return mode & PERMISSIONS & (keeps ? PERMISSIONS : ~umask);
  }

  private boolean hasList(InodeId directory) throws GigaException {
    Boolean known = lists.getIfPresent(directory);
    if (known == null) {
      known = asksForList(DirectoryTarget.of(directory));
      lists.put(directory, known);
    }
    return known;
  }

  private boolean asksForList(Target directory) throws GigaException {
    try {
      return ErrnoMapper.await(callers.superuser().getXattr(directory, AclXattr.DEFAULT, Follow.NO))
              .length
          > 0;
    } catch (GigaException e) {
      if (e.code() == ErrorCode.ENODATA) {
        return false;
      }
      throw e;
    }
  }

  /** Handles an extended attribute that this mount has set or removed. */
  void changed(byte[] name) {
    if (Arrays.equals(name, DEFAULT_LIST)) {
      lists.invalidateAll();
    }
  }
}
