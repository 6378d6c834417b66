package io.gigafs.protocol;

import io.gigafs.index.Name;
import io.gigafs.index.NameList;

/**
 * Tells of what the client has done in a partition whose names were delegated to it; each is a
 * mutation of its own.
 */
public interface DelegatedRequest extends BulkRequest {
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
