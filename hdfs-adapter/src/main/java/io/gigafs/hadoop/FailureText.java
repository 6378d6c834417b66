package io.gigafs.hadoop;

import io.gigafs.protocol.GigaException;
import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Converts a failure to an exception. */
interface FailureText {
  IOException of(Path path, GigaException failure);
}
