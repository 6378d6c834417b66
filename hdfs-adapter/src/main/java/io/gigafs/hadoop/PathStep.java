package io.gigafs.hadoop;

import io.gigafs.client.GigaPath;
import java.io.IOException;

/** An operation on one path. */
interface PathStep {
  void on(GigaPath path) throws IOException;
}
