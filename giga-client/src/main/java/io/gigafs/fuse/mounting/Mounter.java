package io.gigafs.fuse.mounting;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.ErrnoText;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.binding.NativeCalls;
import io.gigafs.fuse.binding.ProcessUser;
import io.gigafs.fuse.kernel.FuseDevice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Mounts and unmounts a file system. Safe for use by several threads.
 *
 * <p>Root calls mount(2) directly; other users need fusermount3, which is set-user-id root.
 */
final class Mounter {
  private static final int READ_ONLY = 1;
  private static final int NO_SET_ID = 1 << 1;
  private static final int NO_DEVICES = 1 << 2;
  private static final int NO_EXECUTE = 1 << 3;
  private static final int NO_ACCESS_TIME = 1 << 10;
  private static final int FORCE = 1;
  private static final int DETACH = 2;
  private static final int EBUSY = 16;
  private static final String DEVICE = "/dev/fuse";

  private final NativeCalls calls;
  private final ProcessUser user;

  Mounter(NativeCalls calls, ProcessUser user) {
    this.calls = calls;
    this.user = user;
  }

  /** The result of an attempt to unmount. */
  enum Outcome {
    DONE,
    /** The directory is in use: nothing has changed. */
    BUSY
  }

  /** Mounts, and returns the connection to the kernel. */
  FuseDevice mount(Path directory, MountSettings settings) throws IOException {
    if (user.isRoot()) {
      return mountDirectly(directory, settings);
    }
    return new FuseDevice(calls, new Fusermount(calls).mount(directory, options(settings)));
  }

  private FuseDevice mountDirectly(Path directory, MountSettings settings) throws IOException {
    int descriptor = calls.open(DEVICE, NativeCalls.READ_WRITE_CLOEXEC);
    if (descriptor < 0) {
      throw new IOException(
          "cannot open "
              + DEVICE
              + " ("
              + ErrnoText.of(-descriptor)
              + "): load the kernel's module with 'modprobe fuse'; a container needs --device "
              + DEVICE
              + " and --cap-add SYS_ADMIN");
    }
    String data =
        "fd="
            + descriptor
            + ",rootmode=40000,user_id="
            + user.uid()
            + ",group_id="
            + user.gid()
            + (settings.allowOther() ? ",allow_other" : "");
    int result =
        calls.mount(
            settings.source(),
            bytes(directory),
            "fuse." + settings.subtype(),
            flags(settings),
            data);
    if (result < 0) {
      calls.close(descriptor);
      throw new IOException("cannot mount on " + directory + ": " + ErrnoText.of(-result));
    }
    return new FuseDevice(calls, descriptor);
  }

  private static long flags(MountSettings settings) {
    return (settings.readOnly() ? READ_ONLY : 0)
        | (settings.allowSetId() ? 0 : NO_SET_ID)
        | (settings.allowDevices() ? 0 : NO_DEVICES)
        | (settings.noExecute() ? NO_EXECUTE : 0)
        | (settings.noAccessTime() ? NO_ACCESS_TIME : 0);
  }

  private static String options(MountSettings settings) {
    return (settings.readOnly() ? "ro" : "rw")
        + (settings.noExecute() ? ",noexec" : "")
        + (settings.noAccessTime() ? ",noatime" : "")
        + (settings.allowOther() ? ",allow_other" : "")
        + ",subtype="
        + settings.subtype()
        + ",fsname="
        + settings.source().replace("\\", "\\\\").replace(",", "\\,");
  }

  /**
   * Unmounts a directory.
   *
   * @param lazily whether it disappears at once although it is in use; current users continue
   * @throws IOException if unmounting fails
   */
  Outcome unmount(Path directory, boolean lazily) throws IOException {
    if (!user.isRoot()) {
      return new Fusermount(calls).unmount(directory, lazily);
    }
    return outcome(directory, calls.unmount(bytes(directory), lazily ? DETACH : 0));
  }

  /** Unmounts a directory at once and aborts requests in progress: its users get errors. */
  Outcome abort(Path directory) throws IOException {
    if (!user.isRoot()) {
      return new Fusermount(calls).unmount(directory, true);
    }
    return outcome(directory, calls.unmount(bytes(directory), FORCE | DETACH));
  }

  private static Outcome outcome(Path directory, int result) throws IOException {
    if (result == -EBUSY) {
      return Outcome.BUSY;
    }
    if (result == -Errno.EINVAL) {
      throw new IOException("nothing is mounted on " + directory);
    }
    if (result < 0) {
      throw new IOException("cannot unmount " + directory + ": " + ErrnoText.of(-result));
    }
    return Outcome.DONE;
  }

  private static byte[] bytes(Path directory) {
    return directory.toString().getBytes(StandardCharsets.UTF_8);
  }
}
