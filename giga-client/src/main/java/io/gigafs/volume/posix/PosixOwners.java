package io.gigafs.volume.posix;

import com.sun.security.auth.module.UnixSystem;
import io.gigafs.volume.Volume.ObjectOwner;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the owners of objects, if this process is the superuser and the file system allows it.
 * Otherwise objects stay this process's, and others reach them through the servers. Safe for use by
 * several threads.
 */
final class PosixOwners {
  private static final Logger LOG = LoggerFactory.getLogger(PosixOwners.class);

  /** From the highest bit of a mode down. */
  private static final PosixFilePermission[] BITS = PosixFilePermission.values();

  /** The maximum number of cached results of the name service. */
  private static final int MAX_KNOWN = 10_000;

  private final boolean isSuperuser = new UnixSystem().getUid() == 0;
  private final AtomicBoolean hasWarned = new AtomicBoolean();
  private final Map<Integer, UserPrincipal> users = new ConcurrentHashMap<>();
  private final Map<Integer, GroupPrincipal> groups = new ConcurrentHashMap<>();

  /** The permissions of a mode's lowest nine bits. */
  static Set<PosixFilePermission> permissions(int mode) {
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (int bit = 0; bit < BITS.length; bit++) {
      if ((mode & 0400 >> bit) != 0) {
        permissions.add(BITS[bit]);
      }
    }
    return permissions;
  }

  /** Sets a file's owner and permissions. */
  void give(SecureDirectoryStream<Path> directory, Path name, ObjectOwner owner)
      throws IOException {
    if (!isSuperuser) {
      return;
    }
    PosixFileAttributeView view =
        directory.getFileAttributeView(
            name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    try {
      view.setOwner(user(owner.uid()));
      view.setGroup(group(owner.gid()));
      view.setPermissions(permissions(owner.mode()));
    } catch (AccessDeniedException e) {
      warn(name, e);
    } catch (FileSystemException e) {
      if (!String.valueOf(e.getReason()).contains("not permitted")) {
        throw e;
      }
      warn(name, e);
    }
  }

  private void warn(Path name, IOException e) {
    if (hasWarned.compareAndSet(false, true)) {
      LOG.warn(
          "objects such as {} stay owned by this server, as their volume refuses to give them to"
              + " their files' owners: {}. Clients reach them through the servers only",
          name,
          e.getMessage());
    }
  }

  /** A number without a user name stands for itself. */
  private UserPrincipal user(int uid) throws IOException {
    UserPrincipal known = users.get(uid);
    if (known == null) {
      known =
          FileSystems.getDefault()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(Integer.toString(uid));
      remember(users, uid, known);
    }
    return known;
  }

  private GroupPrincipal group(int gid) throws IOException {
    GroupPrincipal known = groups.get(gid);
    if (known == null) {
      known =
          FileSystems.getDefault()
              .getUserPrincipalLookupService()
              .lookupPrincipalByGroupName(Integer.toString(gid));
      remember(groups, gid, known);
    }
    return known;
  }

  private static <T> void remember(Map<Integer, T> known, int id, T principal) {
    if (known.size() >= MAX_KNOWN) {
      known.clear();
    }
    known.put(id, principal);
  }
}
