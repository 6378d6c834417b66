package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.Nodes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves requests, one after the other, on its own thread. Only {@link #atHand} is for other
 * threads.
 */
final class Worker {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final int INTERRUPT_IN = 8;
  private static final int FORGET_ONE = 16;
  private static final int BATCH_FORGET_IN = 8;

  private final KernelSession session;
  private final FuseFileSystem fileSystem;
  private final KernelRequest request;
  private final KernelReply reply;
  private final Nodes nodes;
  private final NameCalls names;
  private final AttributeCalls attributes;
  private final KernelFileCalls files;
  private final DirectoryCalls directories;
  private final LockCalls locks;
  private final RequestAtHand atHand;

  Worker(KernelSession session, KernelCall call) {
    this.session = session;
    this.fileSystem = call.fileSystem;
    this.request = call.request;
    this.reply = call.reply;
    this.nodes = call.nodes;
    this.atHand = call.atHand;
    this.names = new NameCalls(call);
    this.attributes = new AttributeCalls(call);
    this.files = new KernelFileCalls(call);
    this.directories = new DirectoryCalls(call);
    this.locks = new LockCalls(call);
  }

  /** Serves a request that was received. It never throws, whatever the file system does. */
  void serve(int bytes) {
    if (!request.begin(bytes)) {
      LOG.error("The kernel sent a malformed request of {} bytes", bytes);
      return;
    }
    long unique = request.unique();
    int opcode = request.opcode();
    atHand.begin(unique, opcode, request.pid(), request.node());
    reply.begin(unique);
    try {
      fileSystem.serving();
      dispatch(opcode);
    } catch (OutOfMemoryError | StackOverflowError e) {
      failed(e);
    } catch (Exception | LinkageError | AssertionError e) {
      failed(e);
    } finally {
      fileSystem.served();
      atHand.end();
    }
  }

  private void failed(Throwable thrown) {
    LOG.error(
        "Request {} on file {} for process {} failed",
        request.opcode(),
        nodes.number(request.node()),
        request.pid(),
        thrown);
    reply.status(-Errno.EIO);
  }

  RequestAtHand atHand() {
    return atHand;
  }

  private void dispatch(int opcode) {
    switch (opcode) {
      case KernelProtocol.LOOKUP -> names.lookup();
      case KernelProtocol.GETATTR -> attributes.getattr();
      case KernelProtocol.STATX -> attributes.statx();
      case KernelProtocol.READ -> files.read();
      case KernelProtocol.WRITE -> files.write();
      case KernelProtocol.OPEN -> files.open();
      case KernelProtocol.CREATE -> names.create();
      case KernelProtocol.TMPFILE -> names.createNameless();
      case KernelProtocol.RELEASE -> files.release();
      case KernelProtocol.FLUSH -> files.flush();
      case KernelProtocol.FORGET -> nodes.forget(request.node(), request.int64(0));
      case KernelProtocol.BATCH_FORGET -> forgetAll();
      case KernelProtocol.SETATTR -> attributes.setattr();
      case KernelProtocol.ACCESS -> attributes.access();
      case KernelProtocol.READLINK -> attributes.readlink();
      case KernelProtocol.SYMLINK -> names.symlink();
      case KernelProtocol.MKNOD -> names.mknod();
      case KernelProtocol.MKDIR -> names.mkdir();
      case KernelProtocol.UNLINK -> names.unlink();
      case KernelProtocol.RMDIR -> names.rmdir();
      case KernelProtocol.RENAME -> names.rename();
      case KernelProtocol.RENAME2 -> names.rename2();
      case KernelProtocol.LINK -> names.link();
      case KernelProtocol.STATFS -> attributes.statfs();
      case KernelProtocol.FSYNC -> files.fsync();
      case KernelProtocol.SETXATTR -> attributes.setxattr();
      case KernelProtocol.GETXATTR -> attributes.getxattr();
      case KernelProtocol.LISTXATTR -> attributes.listxattr();
      case KernelProtocol.REMOVEXATTR -> attributes.removexattr();
      case KernelProtocol.OPENDIR -> directories.opendir();
      case KernelProtocol.READDIR -> directories.readdir(false);
      case KernelProtocol.READDIRPLUS -> directories.readdir(true);
      case KernelProtocol.RELEASEDIR -> directories.releasedir();
      case KernelProtocol.FSYNCDIR -> directories.fsyncdir();
      case KernelProtocol.GETLK -> locks.getlk();
      case KernelProtocol.SETLK -> locks.setlk(false);
      case KernelProtocol.SETLKW -> locks.setlk(true);
      case KernelProtocol.FALLOCATE -> files.fallocate();
      case KernelProtocol.LSEEK -> files.lseek();
      case KernelProtocol.INTERRUPT -> interrupted(request.int64(0));
      case KernelProtocol.INIT -> session.greet(request, reply);
      case KernelProtocol.IOCTL -> attributes.ioctl();
      case KernelProtocol.DESTROY -> reply.status(0);
      // The kernel emulates an operation that is not implemented here.
      default -> reply.status(-Errno.ENOSYS);
    }
  }

  private void forgetAll() {
    int count = request.int32(0);
    for (int i = 0; i < count; i++) {
      int at = BATCH_FORGET_IN + i * FORGET_ONE;
      nodes.forget(request.int64(at), request.int64(at + INTERRUPT_IN));
    }
  }

  /**
   * Handles a signal for a request. If no thread has the request yet, the kernel is asked to send
   * the signal again while the request is unanswered.
   */
  private void interrupted(long unique) {
    if (!session.interrupt(unique)) {
      reply.status(-Errno.EAGAIN);
    }
  }
}
