package io.gigafs.server.model;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.OpenFile;
import io.gigafs.model.ModelFile;
import io.gigafs.model.PosixModel;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One operation for the model and the cluster, with all its arguments, so that it can be repeated.
 *
 * @param client the client that sends it
 * @param paths the affected paths; of a handle, the path by which it was opened
 */
record ModelStep(
    Kind kind,
    int client,
    Caller caller,
    String what,
    List<String> paths,
    OnModel onModel,
    OnCluster onCluster) {

  /** The operation on the model. */
  interface OnModel {
    @Nullable Object run(PosixModel model, Handles<ModelFile> handles) throws GigaException;
  }

  /** The operation on the cluster. */
  interface OnCluster {
    CompletableFuture<?> run(AsyncGigaClient client, Handles<OpenFile> handles);
  }

  /** Open files by number, on one side. */
  static final class Handles<T> {
    private final Map<Integer, T> files = new HashMap<>();

    void put(int number, T file) {
      files.put(number, file);
    }

    @Nullable T remove(int number) {
      return files.remove(number);
    }

    T get(int number) throws GigaException {
      T file = files.get(number);
      if (file == null) {
        throw ErrorCode.EBADF.exception("no handle " + number);
      }
      return file;
    }
  }

  /** Whether it affects one of these paths, or the directory or an entry of one. */
  boolean touches(List<String> others) {
    return paths.stream().anyMatch(path -> others.stream().anyMatch(each -> near(path, each)));
  }

  private static boolean near(String one, String other) {
    return one.equals(other) || parent(one).equals(other) || parent(other).equals(one);
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(1, path.lastIndexOf('/')));
  }

  @Override
  public String toString() {
    return "c" + client + " " + caller.uid() + ": " + what;
  }
}
