package io.gigafs.client;

import io.gigafs.protocol.GigaException;

/** Who waits for a path to be resolved. */
interface Resolution {
  void resolved(ResolvedPath place);

  /** ESTALE if a directory on the way is gone from under its cached entry. */
  void unresolved(GigaException failure);
}
