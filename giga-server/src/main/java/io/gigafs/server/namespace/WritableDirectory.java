package io.gigafs.server.namespace;

import io.gigafs.access.Access;
import io.gigafs.protocol.Caller;
import io.gigafs.server.entry.EntryAcls;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;

/**
 * Whether a caller may write to a directory itself: a move to another parent writes to it, because
 * its ".." changes.
 */
final class WritableDirectory {
  private WritableDirectory() {}

  static boolean isOne(Batch batch, EntryKey key, Attributes directory, Caller caller) {
    return Access.allows(
        directory.mode(),
        directory.uid(),
        directory.gid(),
        EntryAcls.accessOf(batch, key, directory),
        caller,
        Access.WRITE);
  }
}
