package io.gigafs.hadoop;

import io.gigafs.protocol.GigaException;
import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Which exception a failure becomes. */
interface FailureText {
  IOException of(Path path, GigaException failure);
}
