package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileHandle;

/**
 * A file that this client has open: what it is, and where it was last. Safe for use by several
 * threads.
 *
 * <p>A file begins at a name of a directory, and once it has a place of its own it stays there.
 */
final class Handle {
  private final FileHandle id;
  private final Session session;
  private final Caller caller;
  private final GigaPath path;
  private final InodeId directory;
  private final Name name;
  private volatile boolean atHome;

  /**
   * A handle that was opened.
   *
   * @param directory where the file was opened, and by which name; its own place counts too
   */
  Handle(
      FileHandle id, Session session, Caller caller, GigaPath path, InodeId directory, Name name) {
    this.id = id;
    this.session = session;
    this.caller = caller;
    this.path = path;
    this.directory = directory;
    this.name = name;
    this.atHome = directory.equals(id.inode());
  }

  FileHandle id() {
    return id;
  }

  Session session() {
    return session;
  }

  Caller caller() {
    return caller;
  }

  /** What it was opened as, for messages. */
  GigaPath path() {
    return path;
  }

  InodeId directory() {
    return directory;
  }

  Name name() {
    return name;
  }

  /** Whether the file is known to have a place of its own. */
  boolean isAtHome() {
    return atHome;
  }

  void movedHome() {
    atHome = true;
  }
}
