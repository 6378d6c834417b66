package io.gigafs.client.lookup;

import io.gigafs.protocol.GigaException;

/** Receives where a target leads. */
public interface Resolution {
  void resolved(ResolvedPath place);

  /** ESTALE if a directory on the way is gone although its entry was cached. */
  void unresolved(GigaException failure);
}
