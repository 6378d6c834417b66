package io.gigafs.client.lease;

import io.gigafs.client.Target;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import org.jspecify.annotations.Nullable;

/**
 * A name that this client removed under a delegation, with its file. Immutable.
 *
 * @param file the inode of the name
 * @param nanos when, ns since the epoch, by the server's clock
 */
record DelegatedRemoval(Target target, Name name, Caller caller, InodeId file, long nanos)
    implements DelegatedChange {
  @Override
  public String what() {
    return "was removed, but is still there";
  }

  @Override
  public DelegatedBatch.Key key() {
    return new DelegatedBatch.Key(false, caller, 0);
  }

  @Override
  public void settle(@Nullable GigaException refused) {
    // The file is not open anywhere, and the caller does not wait.
  }
}
