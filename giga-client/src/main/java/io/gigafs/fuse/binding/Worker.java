package io.gigafs.fuse.binding;

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

  private final Session session;
  private final FuseFileSystem fileSystem;
  private final Request request;
  private final Reply reply;
  private final Nodes nodes;
  private final NameCalls names;
  private final AttributeCalls attributes;
  private final FileCalls files;
  private final DirectoryCalls directories;
  private final LockCalls locks;
  private final RequestAtHand atHand;

  Worker(Session session, Call call) {
    this.session = session;
    this.fileSystem = call.fileSystem;
    this.request = call.request;
    this.reply = call.reply;
    this.nodes = call.nodes;
    this.atHand = call.atHand;
    this.names = new NameCalls(call);
    this.attributes = new AttributeCalls(call);
    this.files = new FileCalls(call);
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
      case Wire.LOOKUP -> names.lookup();
      case Wire.GETATTR -> attributes.getattr();
      case Wire.STATX -> attributes.statx();
      case Wire.READ -> files.read();
      case Wire.WRITE -> files.write();
      case Wire.OPEN -> files.open();
      case Wire.CREATE -> names.create();
      case Wire.TMPFILE -> names.createNameless();
      case Wire.RELEASE -> files.release();
      case Wire.FLUSH -> files.flush();
      case Wire.FORGET -> nodes.forget(request.node(), request.int64(0));
      case Wire.BATCH_FORGET -> forgetAll();
      case Wire.SETATTR -> attributes.setattr();
      case Wire.ACCESS -> attributes.access();
      case Wire.READLINK -> attributes.readlink();
      case Wire.SYMLINK -> names.symlink();
      case Wire.MKNOD -> names.mknod();
      case Wire.MKDIR -> names.mkdir();
      case Wire.UNLINK -> names.unlink();
      case Wire.RMDIR -> names.rmdir();
      case Wire.RENAME -> names.rename();
      case Wire.RENAME2 -> names.rename2();
      case Wire.LINK -> names.link();
      case Wire.STATFS -> attributes.statfs();
      case Wire.FSYNC -> files.fsync();
      case Wire.SETXATTR -> attributes.setxattr();
      case Wire.GETXATTR -> attributes.getxattr();
      case Wire.LISTXATTR -> attributes.listxattr();
      case Wire.REMOVEXATTR -> attributes.removexattr();
      case Wire.OPENDIR -> directories.opendir();
      case Wire.READDIR -> directories.readdir(false);
      case Wire.READDIRPLUS -> directories.readdir(true);
      case Wire.RELEASEDIR -> directories.releasedir();
      case Wire.FSYNCDIR -> directories.fsyncdir();
      case Wire.GETLK -> locks.getlk();
      case Wire.SETLK -> locks.setlk(false);
      case Wire.SETLKW -> locks.setlk(true);
      case Wire.FALLOCATE -> files.fallocate();
      case Wire.LSEEK -> files.lseek();
      case Wire.INTERRUPT -> interrupted(request.int64(0));
      case Wire.INIT -> session.greet(request, reply);
      case Wire.IOCTL -> attributes.ioctl();
      case Wire.DESTROY -> reply.status(0);
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
