package io.gigafs.fuse.mounting;

import io.gigafs.fuse.binding.ErrnoText;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.binding.NativeCalls;
import io.gigafs.fuse.binding.Nodes;
import io.gigafs.fuse.binding.ProcGroups;
import io.gigafs.fuse.binding.ProcessGroups;
import io.gigafs.fuse.binding.ProcessUser;
import io.gigafs.fuse.binding.StatModes;
import io.gigafs.fuse.kernel.AbandonedRequests;
import io.gigafs.fuse.kernel.Buffers;
import io.gigafs.fuse.kernel.DelayedAnswers;
import io.gigafs.fuse.kernel.FailedLookups;
import io.gigafs.fuse.kernel.FuseDevice;
import io.gigafs.fuse.kernel.Interruptions;
import io.gigafs.fuse.kernel.KernelCall;
import io.gigafs.fuse.kernel.KernelNotifier;
import io.gigafs.fuse.kernel.KernelSession;
import io.gigafs.fuse.kernel.LockWaits;
import io.gigafs.fuse.kernel.ProcSignals;
import io.gigafs.fuse.kernel.RepeatedOpenings;
import io.gigafs.fuse.kernel.ServingSession;
import io.gigafs.fuse.kernel.SessionThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A mounted file system, until it is unmounted. Safe for use by several threads. */
public final class FuseMount implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FuseMount.class);
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long END_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Path directory;
  private final ServingSession session;
  private final Unmounting unmounting;

  /**
   * A directory that a binding has mounted.
   *
   * @param directory without symbolic links
   */
  public FuseMount(Path directory, ServingSession session, Unmounting unmounting) {
    this.directory = directory;
    this.session = session;
    this.unmounting = unmounting;
  }

  /** How Linux unmounts a directory, whatever binding mounted it. */
  public static Unmounting unmountingOf(Path directory) throws IOException {
    return unmountingOf(directory, new Mounter(NativeCalls.load(), ProcessUser.ofThisProcess()));
  }

  private static Unmounting unmountingOf(Path directory, Mounter mounter) {
    return new Unmounting() {
      @Override
      public boolean tryUnmount() throws IOException {
        return mounter.unmount(directory, false) == Mounter.Outcome.DONE;
      }

      @Override
      public void abort() throws IOException {
        mounter.abort(directory);
      }
    };
  }

  /**
   * Checks that Linux can mount on a directory, and removes a stale mount that a crashed process
   * left there.
   *
   * @return its path without links
   * @throws IOException if it cannot; the message says why
   */
  public static Path prepare(Path directory, boolean nonEmpty) throws IOException {
    NativeCalls calls = NativeCalls.load();
    return new MountPoint(
            calls, new Mounter(calls, ProcessUser.ofThisProcess()), MountTable.ofThisProcess())
        .prepare(directory, nonEmpty);
  }

  /**
   * Mounts a file system on a directory, and returns once it can be used.
   *
   * <p>A stale mount that a crashed process left on the directory is removed.
   *
   * @throws IOException if mounting fails; the message says why, and what to do
   */
  public static FuseMount mount(FuseFileSystem fileSystem, Path directory, MountSettings settings)
      throws IOException {
    NativeCalls calls = NativeCalls.load();
    ProcessUser user = ProcessUser.ofThisProcess();
    Mounter mounter = new Mounter(calls, user);
    Path place =
        new MountPoint(calls, mounter, MountTable.ofThisProcess())
            .prepare(directory, settings.nonEmpty());
    ProcessGroups groups = new ProcGroups(Path.of("/proc"));
    Nodes nodes = new Nodes(rootInode(fileSystem, user, groups));
    FuseDevice device = mounter.mount(place, settings);
    KernelNotifier notifier = new KernelNotifier(calls, device, nodes);
    SessionThreads threads = new SessionThreads();
    AbandonedRequests abandoned = new AbandonedRequests(fileSystem, device, settings);
    KernelSession session =
        new KernelSession(
            new KernelCall.Shared(
                fileSystem,
                device,
                nodes,
                groups,
                new LockWaits(settings),
                notifier,
                new DelayedAnswers(device, abandoned, threads),
                abandoned,
                new Interruptions(device, new ProcSignals(Path.of("/proc")), threads),
                new RepeatedOpenings(fileSystem::release, threads),
                new FailedLookups(System::nanoTime),
                settings),
            new Buffers.Pool(calls, settings.maxTransferBytes()),
            threads);
    fileSystem.mounted(notifier);
    session.start();
    FuseMount mount = new FuseMount(place, session, unmountingOf(place, mounter));
    mount.check(session);
    return mount;
  }

  /**
   * Checks that the file system has a root directory.
   *
   * @throws IOException if it has none; the message says why
   */
  public static void checkRoot(FuseFileSystem fileSystem) throws IOException {
    rootInode(fileSystem, ProcessUser.ofThisProcess(), new ProcGroups(Path.of("/proc")));
  }

  private static long rootInode(FuseFileSystem fileSystem, ProcessUser user, ProcessGroups groups)
      throws IOException {
    FuseAttributes root = new FuseAttributes();
    FuseCaller self =
        new FuseCaller(user.uid(), user.gid(), (int) ProcessHandle.current().pid(), groups);
    int result = fileSystem.getattr(self, FuseFile.ofDirectory(fileSystem.root()), root);
    if (result < 0) {
      throw new IOException(
          "cannot read the root directory of the file system to be mounted: "
              + ErrnoText.of(-result));
    }
    if ((root.mode() & StatModes.TYPE) != StatModes.DIRECTORY) {
      throw new IOException("the root of the file system to be mounted is not a directory");
    }
    return root.inode();
  }

  /**
   * Checks that the negotiation with the kernel succeeded: it has once a first request was served.
   */
  private void check(KernelSession greeted) throws IOException {
    try {
      Files.getAttribute(directory, "unix:ino");
    } catch (IOException e) {
      close();
      throw new IOException(
          greeted.minor() == 0
              ? "the kernel of this machine is too old: Linux 3.15 or later is needed"
              : "cannot access the mounted directory: " + e.getMessage(),
          e);
    }
  }

  /** The directory, without symbolic links. */
  public Path directory() {
    return directory;
  }

  /** How many threads serve requests or wait for them. */
  int threadCount() {
    return session.threadCount();
  }

  /** Waits until the directory is unmounted, by whatever process, and all requests are served. */
  public void awaitEnd() throws InterruptedException {
    session.awaitEnd();
  }

  /**
   * Unmounts, unless the directory is in use.
   *
   * @return whether it is not mounted any more
   */
  boolean tryUnmount() throws IOException {
    return session.hasEnded() || unmounting.tryUnmount();
  }

  /**
   * Unmounts a directory that any process has mounted.
   *
   * @param lazily whether it disappears at once although it is in use; current users continue
   * @return whether it is not mounted any more; if not, it is in use
   */
  public static boolean unmount(Path directory, boolean lazily) throws IOException {
    Path place = MountPoint.place(directory);
    String type = MountTable.ofThisProcess().typeOn(place).orElse("");
    if (!type.startsWith("fuse")) {
      throw new IOException(
          type.isEmpty()
              ? "nothing is mounted on " + place
              : "what is mounted on " + place + " is of type " + type + ", not FUSE");
    }
    Mounter mounter = new Mounter(NativeCalls.load(), ProcessUser.ofThisProcess());
    return mounter.unmount(place, lazily) == Mounter.Outcome.DONE;
  }

  /** Removes a stale mount that a killed process left on a directory, if there is one. */
  public static void clear(Path directory) throws IOException {
    Path place = MountPoint.place(directory);
    if (MountTable.ofThisProcess().typeOn(place).orElse("").startsWith("fuse")) {
      new Mounter(NativeCalls.load(), ProcessUser.ofThisProcess()).unmount(place, true);
    }
  }

  /**
   * Unmounts in any case: waits briefly for current users, and then aborts their requests.
   *
   * <p>If the directory is already unmounted, this does nothing.
   */
  @Override
  public void close() {
    try {
      long begin = System.nanoTime();
      boolean gone = tryUnmount();
      while (!gone && System.nanoTime() - begin < GRACE_NANOS) {
        session.awaitEnd(PAUSE_NANOS);
        gone = tryUnmount();
      }
      if (!gone) {
        LOG.warn("{} is still in use; its users get errors from now on", directory);
        unmounting.abort();
      }
      if (!session.awaitEnd(END_NANOS)) {
        LOG.warn("Requests on {} are still in progress", directory);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      LOG.warn("Interrupted while {} was being unmounted", directory);
    } catch (IOException e) {
      if (!session.hasEnded()) {
        LOG.error("{} stays mounted", directory, e);
      }
    }
  }
}
