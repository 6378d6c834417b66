package io.gigafs.hadoop;

import io.gigafs.client.GigaPath;
import java.io.IOException;

/** A query on one path. */
interface PathCall<T> {
  T on(GigaPath path) throws IOException;
}
