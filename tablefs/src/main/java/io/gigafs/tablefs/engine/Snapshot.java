package io.gigafs.tablefs.engine;

import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;

/** All families as they were at one moment. The caller closes it before the engine. */
public interface Snapshot extends AutoCloseable {
  /** The rows of a range as they were, in key order. */
  Cursor scan(Family family, KeyRange range);

  @Override
  void close();
}
