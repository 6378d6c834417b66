package io.gigafs.protocol;

import io.gigafs.index.Name;
import io.gigafs.index.NameList;

/**
 * Tells of what the client has done in a partition whose names were delegated to it; each is a
 * mutation of its own.
 */
public interface DelegatedRequest extends BulkRequest {
  /**
   * Changes are dated by the server's clock, as the client reckons it: ahead by so much at most,
   * ns, and never behind what was dated before by a server whose answers take no longer. What is
   * dated later all the same counts as of that time.
   */
  long MAX_AHEAD_NANOS = 1_000_000;

  /** As many as numbers. */
  NameList names();

  @Override
  default Name name(int i) {
    return names().get(i);
  }

  @Override
  default long hash(int i) {
    return names().hash(i);
  }
}
