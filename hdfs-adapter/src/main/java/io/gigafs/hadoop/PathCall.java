package io.gigafs.hadoop;

import io.gigafs.client.GigaPath;
import java.io.IOException;

/** What is asked of a cluster about one path. */
interface PathCall<T> {
  T on(GigaPath path) throws IOException;
}
