package io.gigafs.fuse.binding;

import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * What the calls of one worker share: the request at hand, its answer, and objects that they fill.
 * For one thread.
 */
final class Call {
  /** Within so long the kernel has taken in what it was answered, however busy the machine is. */
  private static final long TAKEN_NANOS = 1_000_000_000L;

  final FuseFileSystem fileSystem;
  final Nodes nodes;
  final MountSettings settings;
  final Request request;
  final Reply reply;
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
   * @param agreement what the kernel can do
   */
  Call(Shared shared, Buffers buffers, Supplier<Greeting.Agreement> agreement) {
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
    this.request = new Request(buffers.request);
    this.reply = new Reply(shared.device(), buffers, settings);
  }

  /** What all workers of a mount share. */
  record Shared(
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

  /** Who asks. Its groups are read anew for each request: a process may change them at any time. */
  FuseCaller caller() {
    return new FuseCaller(request.uid(), request.gid(), request.pid(), groups);
  }

  /** The superuser, for what the kernel wants done whoever caused it. */
  FuseCaller root() {
    return root;
  }

  /** What an operation says of a path that there is none of: the kernel is to look it up anew. */
  static int noPath() {
    return -Errno.ESTALE;
  }

  /** Whether what was to lead to a file does not: another has its name, or its handle is closed. */
  static boolean isStale(int result) {
    return result == -Errno.ENOENT || result == -Errno.ESTALE || result == -Errno.EBADF;
  }

  /**
   * How a call on a file ends that may have found the file replaced: the kernel looks the name up
   * anew then, once, and that look-up keeps the file that it finds open, by a pin. If the file was
   * replaced again, the call is made by the pin. The pin stays: chown(2) and truncate(2) are
   * several requests.
   *
   * @param result how the call has ended
   * @param call makes it for the file as it is reached by the pin
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
   * Makes a call on a file that a look-up has found and kept open. It is reached by the name at
   * which it was found, which {@link Nodes} may not know any more: two threads look a name up side
   * by side, and the older answer may be noted last. By its handle alone it is reached once it has
   * lost the name, and only then is it where files without names are.
   */
  static int reach(FuseFile pinned, ToIntFunction<FuseFile> call) {
    int result = call.applyAsInt(pinned);
    return isStale(result) ? call.applyAsInt(pinned.withoutName()) : result;
  }

  /**
   * Has the next look-up of the file's name, by the same thread, keep what it finds open.
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

  /** Answers with the name's file, which the kernel remembers from now on, or with the error. */
  void replyEntry(long directory, byte[] name, int result) {
    if (result < 0) {
      reply.status(result);
      return;
    }
    remember(directory, name);
    putEntry();
    if (!reply.sendBytes(Wire.ENTRY_OUT + Wire.ATTR)) {
      nodes.forget(nodes.number(attributes.inode()), 1);
    }
  }

  void remember(long directory, byte[] name) {
    nodes.remember(directory, name, attributes);
  }

  void putEntry() {
    reply.entry(0, nodes.number(attributes.inode()), attributes);
  }

  /** Answers with a handle that was opened, or with the error. */
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
    if (!reply.sendBytes(Wire.OPEN_OUT)) {
      giveUp(node, directory);
    }
  }

  /** Has the kernel write what was stored through mappings of an open file. */
  void writeStored(long handle) {
    if (fileSystem.isMappable(handle) && lockWaits.tryBegin()) {
      try {
        fileSystem.forget(handle);
      } finally {
        lockWaits.end();
        fileSystem.serving(); // the time that the kernel took to write does not count
      }
    }
  }

  /** Notes that a file is open by the handle that was {@link #opened}. */
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
   * Has the kernel ask anew for the attributes of a file that was found in another state than it
   * was told of: it takes the size that it knows for the file's end. Pages it drops by itself when
   * it receives the opening. Answers that are on the way to it, of before, it does not take then.
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
   * Has the kernel know that a file is so large, by its last byte: who maps it or has it sent, and
   * does not ask for its size, has the kernel go by the size that it knew before. As the byte may
   * be written anew meanwhile, the page goes with all others when the kernel receives the opening;
   * and where the kernel knows the size, nothing is stored.
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

  /** Closes a handle that nobody waits for any more. */
  void giveUp(long node, boolean directory) {
    if (directory) {
      fileSystem.releasedir(opened.handle());
    } else {
      nodes.closed(node, opened.handle());
      fileSystem.release(opened.handle());
    }
  }

  /** {@link #attributes} to be filled with those of the file that the kernel calls so. */
  FuseAttributes attributesOf(long node) {
    return attributes.expecting(nodes.number(node));
  }

  /** {@link #attributes} to be filled with those of whatever a name leads to. */
  FuseAttributes anyAttributes() {
    return attributes.expecting(0);
  }

  /** Whether what is in {@link #attributes} is of another file than the kernel means. */
  boolean isOther(long node) {
    return nodes.number(attributes.inode()) != node;
  }
}
