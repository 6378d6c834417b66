package io.gigafs.fuse.binding;

/** Requests on names: look up, make, remove, rename. */
final class NameCalls {
  private static final int MKNOD_IN = 16;
  private static final int MKDIR_IN = 8;
  private static final int RENAME_IN = 8;
  private static final int RENAME2_IN = 16;
  private static final int LINK_IN = 8;
  private static final int CREATE_IN = 16;
  private static final int EXCHANGE = 2;

  private final Call call;
  private final Request request;

  NameCalls(Call call) {
    this.call = call;
    this.request = call.request;
  }

  void lookup() {
    byte[] name = request.text();
    int result;
    try (Nodes.Hold hold = call.nodes.holdName(request.node(), name, false)) {
      byte[] path = hold.path();
      result =
          path == null
              ? Call.noPath()
              : call.fileSystem.lookup(call.caller(), path, call.anyAttributes());
      if (result >= 0) {
        call.replyEntry(request.node(), name, 0);
        return;
      }
    }
    long negativeNanos = call.settings.negativeTimeoutNanos();
    if (result == -Errno.ENOENT && negativeNanos > 0) {
      call.reply.noEntry(0, negativeNanos).sendBytes(Wire.ENTRY_OUT + Wire.ATTR);
    } else {
      call.reply.status(result);
    }
  }

  void mknod() {
    byte[] name = request.behind(MKNOD_IN).text();
    int mode = request.int32(0);
    long device = Integer.toUnsignedLong(request.int32(4));
    int umask = request.int32(8);
    make(
        name,
        path ->
            call.fileSystem.mknod(call.caller(), path, mode, umask, device, call.anyAttributes()));
  }

  void mkdir() {
    byte[] name = request.behind(MKDIR_IN).text();
    int mode = request.int32(0) & Modes.PERMISSIONS;
    int umask = request.int32(4);
    make(
        name,
        path -> call.fileSystem.mkdir(call.caller(), path, mode, umask, call.anyAttributes()));
  }

  void symlink() {
    byte[] name = request.text();
    byte[] target = request.text();
    make(name, path -> call.fileSystem.symlink(call.caller(), target, path, call.anyAttributes()));
  }

  /** Makes something at a path. */
  private interface Making {
    int at(byte[] path);
  }

  private void make(byte[] name, Making making) {
    try (Nodes.Hold hold = call.nodes.holdName(request.node(), name, true)) {
      byte[] path = hold.path();
      call.replyEntry(request.node(), name, path == null ? -Errno.ENOENT : making.at(path));
    }
  }

  void create() {
    byte[] name = request.behind(CREATE_IN).text();
    long directory = request.node();
    int mode = request.int32(4) & Modes.PERMISSIONS;
    try (Nodes.Hold hold = call.nodes.holdName(directory, name, true)) {
      byte[] path = hold.path();
      call.opened.clear();
      int result =
          path == null
              ? -Errno.ENOENT
              : call.fileSystem.create(
                  call.caller(),
                  path,
                  mode,
                  request.int32(8),
                  request.int32(0),
                  call.opened,
                  call.anyAttributes());
      if (result < 0) {
        call.reply.status(result);
        return;
      }
      call.remember(directory, name);
      long node = call.nodes.number(call.attributes.inode());
      call.noteOpened(node);
      call.putEntry();
      call.reply.opened(Wire.ENTRY_OUT + Wire.ATTR, call.opened);
      if (!call.reply.sendBytes(Wire.ENTRY_OUT + Wire.ATTR + Wire.OPEN_OUT)) {
        call.giveUp(node, false);
        call.nodes.forget(node, 1);
      }
    }
  }

  void unlink() {
    byte[] name = request.text();
    remove(name, path -> call.fileSystem.unlink(call.caller(), path));
  }

  void rmdir() {
    byte[] name = request.text();
    remove(name, path -> call.fileSystem.rmdir(call.caller(), path));
  }

  private void remove(byte[] name, Making removal) {
    long directory = request.node();
    int result;
    try (Nodes.Hold hold = call.nodes.holdName(directory, name, true)) {
      byte[] path = hold.path();
      result = path == null ? -Errno.ENOENT : removal.at(path);
      if (result >= 0) {
        call.nodes.unlinked(directory, name);
      }
    }
    call.reply.status(result);
  }

  void rename() {
    rename(request.int64(0), 0, RENAME_IN);
  }

  void rename2() {
    rename(request.int64(0), request.int32(8), RENAME2_IN);
  }

  private void rename(long to, int flags, int structure) {
    long from = request.node();
    byte[] name = request.behind(structure).text();
    byte[] newName = request.text();
    int result;
    try (Nodes.Hold hold = call.nodes.holdForRename(from, name, to, newName)) {
      byte[] path = hold.path();
      byte[] newPath = hold.otherPath();
      result =
          path == null || newPath == null
              ? -Errno.ENOENT
              : call.fileSystem.rename(call.caller(), path, newPath, flags);
      if (result >= 0 && (flags & EXCHANGE) != 0) {
        call.nodes.exchanged(from, name, to, newName);
      } else if (result >= 0) {
        call.nodes.renamed(from, name, to, newName);
      }
    }
    call.reply.status(result);
  }

  void link() {
    byte[] name = request.behind(LINK_IN).text();
    long file = request.int64(0);
    try (Nodes.Hold hold = call.nodes.holdForLink(file, request.node(), name)) {
      byte[] existing = hold.path();
      byte[] path = hold.otherPath();
      int result =
          existing == null || path == null
              ? -Errno.ENOENT
              : call.fileSystem.link(call.caller(), existing, path, call.attributesOf(file));
      call.replyEntry(request.node(), name, result);
    }
  }
}
