package io.gigafs.hadoop;

import io.gigafs.client.GigaPath;
import java.io.IOException;

/** What is done to one path. */
interface PathStep {
  void on(GigaPath path) throws IOException;
}
