package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseChange;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseLock;
import io.gigafs.fuse.binding.FuseOpened;
import io.gigafs.fuse.binding.FuseSpace;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.binding.Node;
import io.gigafs.fuse.binding.Nodes;
import io.gigafs.fuse.binding.ProcMaps;
import io.gigafs.fuse.binding.ProcessGroups;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * State shared by the calls of one worker: the current request, its answer, and objects that the
 * calls fill in. For one thread.
 */
public final class KernelCall {
  /** The time within which the kernel has processed an answer, even on a busy machine. */
  private static final long TAKEN_NANOS = 1_000_000_000L;

  final FuseFileSystem fileSystem;
  final Nodes nodes;
  final MountSettings settings;
  final KernelRequest request;
  final KernelReply reply;
  final FuseAttributes attributes;
  final FuseOpened opened = new FuseOpened();
  final FuseChange change = new FuseChange();
  final FuseLock lock = new FuseLock();
  final FuseSpace space = new FuseSpace();
  final LockWaits lockWaits;
  final KernelNotifier notifier;
  final DelayedAnswers delayedAnswers;
  final RepeatedOpenings repeated;
  final FailedLookups failedLookups;
  final AbandonedRequests abandoned;
  final RequestAtHand atHand;
  final ProcMaps mappings = new ProcMaps(Path.of("/proc"));
  private final ProcessGroups groups;
  private final FuseCaller root;
  private final Supplier<Greeting.Agreement> agreement;

  /**
   * @param agreement the negotiated protocol features
   */
  KernelCall(Shared shared, Buffers buffers, Supplier<Greeting.Agreement> agreement) {
    this.fileSystem = shared.fileSystem();
    this.nodes = shared.nodes();
    this.settings = shared.settings();
    this.attributes = new FuseAttributes(settings.attrTimeoutNanos());
    this.groups = shared.groups();
    this.lockWaits = shared.lockWaits();
    this.notifier = shared.notifier();
    this.delayedAnswers = shared.delayedAnswers();
    this.repeated = shared.repeated();
    this.failedLookups = shared.failedLookups();
    this.abandoned = shared.abandoned();
    this.atHand = new RequestAtHand(abandoned);
    this.agreement = agreement;
    this.root = new FuseCaller(0, 0, 0, pid -> new int[0]);
    this.request = new KernelRequest(buffers.request);
    this.reply = new KernelReply(shared.device(), buffers, settings);
  }

  /** State shared by all workers of a mount. */
  public record Shared(
      FuseFileSystem fileSystem,
      FuseDevice device,
      Nodes nodes,
      ProcessGroups groups,
      LockWaits lockWaits,
      KernelNotifier notifier,
      DelayedAnswers delayedAnswers,
      AbandonedRequests abandoned,
      Interruptions interruptions,
      RepeatedOpenings repeated,
      FailedLookups failedLookups,
      MountSettings settings) {}

  /**
   * The caller. Its groups are read again for each request, because a process may change them at
   * any time.
   */
  FuseCaller caller() {
    return new FuseCaller(request.uid(), request.gid(), request.pid(), groups);
  }

  /** The superuser, for operations that the kernel requests regardless of the caller. */
  FuseCaller root() {
    return root;
  }

  /**
   * The result of an operation on a file without a known path: the kernel then looks it up again.
   */
  static int noPath() {
    return -Errno.ESTALE;
  }

  /** Whether a result shows that a name leads to another file, or that a handle is closed. */
  static boolean isStale(int result) {
    return result == -Errno.ENOENT || result == -Errno.ESTALE || result == -Errno.EBADF;
  }

  /**
   * The result of a call on a file that may have been replaced. On ESTALE the kernel looks the name
   * up again, once, and that lookup opens the file that it finds as a pin. If the file was replaced
   * again, the call is made by the pin. The pin is kept, since chown(2) and truncate(2) consist of
   * several requests.
   *
   * @param result of the first attempt
   * @param call runs it on the file as reached by the pin
   */
  int byPin(FuseFile file, int result, ToIntFunction<FuseFile> call) {
    if (!isStale(result)) {
      return result;
    }
    FuseFile pinned = repeated.pinned(request.pid(), file.inode());
    if (pinned != null) {
      int ended = reach(pinned, call);
      if (!isStale(ended)) {
        return ended;
      }
    }
    return noteReplaced(false);
  }

  /**
   * Runs a call on a file that a lookup has found and keeps open. It first uses the name of the
   * lookup, which {@link Nodes} may not know any more: of two concurrent lookups of a name, the
   * older answer may be recorded last. It uses the handle alone if the file has lost that name,
   * because only then is the file among those without names.
   */
  static int reach(FuseFile pinned, ToIntFunction<FuseFile> call) {
    int result = call.applyAsInt(pinned);
    return isStale(result) ? call.applyAsInt(pinned.withoutName()) : result;
  }

  /**
   * Makes the next lookup of the file's name by the same thread pin the file that it finds.
   *
   * @param opens whether the call opens the file
   */
  int noteReplaced(boolean opens) {
    Node.Link name = nodes.lastName(request.node());
    if (name != null) {
      long inode = nodes.number(request.node());
      repeated.note(request.pid(), name.parent, name.name, inode, opens);
    }
    return noPath();
  }

  /** Replies with the name's file, which the kernel caches from now on, or with the error. */
  void replyEntry(long directory, byte[] name, int result) {
    if (result < 0) {
      reply.status(result);
      return;
    }
    remember(directory, name);
    putEntry();
    if (!reply.sendBytes(KernelProtocol.ENTRY_OUT + KernelProtocol.ATTR)) {
      nodes.forget(nodes.number(attributes.inode()), 1);
    }
  }

  void remember(long directory, byte[] name) {
    nodes.remember(directory, name, attributes);
  }

  void putEntry() {
    reply.entry(0, nodes.number(attributes.inode()), attributes);
  }

  /** Replies with a handle that was opened, or with the error. */
  void replyOpened(int result, boolean directory) {
    if (result < 0) {
      reply.status(result);
      return;
    }
    long node = request.node();
    if (!directory) {
      noteOpened(node);
      dropOldAttributes(node);
    }
    reply.opened(0, opened);
    if (!reply.sendBytes(KernelProtocol.OPEN_OUT)) {
      giveUp(node, directory);
    }
  }

  /** Makes the kernel write back what was stored through mappings of an open file. */
  void writeStored(long handle) {
    if (fileSystem.isMappable(handle) && lockWaits.tryBegin()) {
      try {
        fileSystem.forget(handle);
      } finally {
        lockWaits.end();
        fileSystem.serving(); // the kernel's write-back does not count against the timeout
      }
    }
  }

  /** Records that a file is open by the handle in {@link #opened}. */
  void noteOpened(long node) {
    nodes.opened(node, opened.handle());
    if (opened.isAppendedDirectly()) {
      if (!opened.isReadToo() || opened.mayStayUnmapped() || agreement.get().mayMapDirect()) {
        nodes.appendDirectly(node, opened.handle(), opened.isReadToo());
        opened.directIo();
      }
    } else if (opened.isWrittenDirectly()
        && agreement.get().mayWriteDirectly()
        && nodes.writeDirectly(node, opened.handle())) {
      opened.directIo();
    }
  }

  /**
   * Drops the kernel's attributes of a file that was found in another state than the kernel knows,
   * since the kernel takes the cached size as the end of the file. It drops pages itself when it
   * receives the reply to the open, and ignores older replies that are in flight.
   */
  private void dropOldAttributes(long node) {
    long keptNanos = settings.attrTimeoutNanos();
    if (!opened.hasState()) {
      return;
    }
    if (!opened.isSure()) {
      notifier.dropAttributes(node);
      growTo(node, opened.size());
    } else if (!nodes.isKnownToKernel(node, opened, keptNanos + TAKEN_NANOS)) {
      notifier.dropAttributes(node);
      growTo(node, opened.size());
      nodes.dropped(node, opened);
    }
  }

  /**
   * Informs the kernel of a file's size by storing its last byte. A process that maps or sends the
   * file without a stat would otherwise use the old size. The byte may change meanwhile, so that
   * page is dropped with all others when the kernel receives the reply to the open. If the kernel
   * knows the size, nothing is stored.
   */
  private void growTo(long node, long size) {
    if (size == 0
        || !opened.isToBeRead()
        || !nodes.mayBeTakenForLess(node, size)
        || !lockWaits.tryBegin()) {
      return;
    }
    opened.dropCache();
    try {
      int last = fileSystem.peek(opened.handle(), size - 1);
      if (last >= 0) {
        notifier.store(node, size - 1, (byte) last);
      }
    } finally {
      lockWaits.end();
    }
  }

  /** Closes a handle whose caller is gone. */
  void giveUp(long node, boolean directory) {
    if (directory) {
      fileSystem.releasedir(opened.handle());
    } else {
      nodes.closed(node, opened.handle());
      fileSystem.release(opened.handle());
    }
  }

  /** {@link #attributes}, prepared for those of the file with this kernel number. */
  FuseAttributes attributesOf(long node) {
    return attributes.expecting(nodes.number(node));
  }

  /** {@link #attributes}, prepared for those of any file that a name leads to. */
  FuseAttributes anyAttributes() {
    return attributes.expecting(0);
  }

  /** Whether {@link #attributes} belong to another file than the kernel means. */
  boolean isOther(long node) {
    return nodes.number(attributes.inode()) != node;
  }
}
