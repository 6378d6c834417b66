package io.gigafs.hadoop.volume;

import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeException.Kind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/**
 * Failures of a volume, with its name in the message.
 *
 * @param subject the volume, for messages
 */
record VolumeFailures(String subject) {
  VolumeFailures(int volume, URI uri) {
    this("volume " + volume + " (" + uri + ")");
  }

  /** An action that may fail. */
  interface Action<T> {
    T run() throws IOException;
  }

  /** Runs an action; the verb is used in the error message. */
  <T> T attempt(String verb, String path, Action<T> action) throws VolumeException {
    try {
      return action.run();
    } catch (VolumeException e) {
      throw e;
    } catch (IOException e) {
      String what = path.isEmpty() ? "it cannot " + verb : "cannot " + verb + " '" + path + "'";
      throw of(kind(unwrapped(e)), what + ": " + e.getMessage(), e);
    }
  }

  VolumeException of(Kind kind, String text, @Nullable Throwable cause) {
    return new VolumeException(kind, subject + ": " + text, cause);
  }

  private static IOException unwrapped(IOException failure) {
    return failure instanceof RemoteException remote ? remote.unwrapRemoteException() : failure;
  }

  private static Kind kind(IOException failure) {
    if (failure instanceof FileNotFoundException) {
      return Kind.NOT_FOUND;
    }
    if (failure instanceof FileAlreadyExistsException) {
      return Kind.EXISTS;
    }
    if (failure instanceof AccessControlException) {
      return Kind.DENIED;
    }
    return failure instanceof ClusterStorageCapacityExceededException ? Kind.NO_SPACE : Kind.IO;
  }
}
