package io.gigafs.bench.mdtest;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.Name;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The items of one task, and the calls that mdtest makes for each. Each call waits for its answer
 * before the next.
 *
 * @param client of the calling task, which may differ from the task that owns the items
 * @param task owner of the items
 * @param fileBytes bytes that are written to and read from each file
 */
record Items(AsyncGigaClient client, GigaPath tree, int task, int fileBytes) {
  private static final int FILE_MODE = 0664;
  private static final int DIRECTORY_MODE = 0775;
  private static final OpenOptions CREATE =
      OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.EXCLUSIVE).withMode(FILE_MODE);

  /** Performs a phase's operation on one item, or on the tree itself. */
  void act(MdtestPhase phase, long number) throws IOException {
    switch (phase) {
      case TREE_CREATION -> Futures.await(client.makeDirectory(tree, DIRECTORY_MODE));
      case TREE_REMOVAL -> Futures.await(client.removeDirectory(tree));
      case DIRECTORY_CREATION ->
          Futures.await(client.makeDirectory(item("dir", number), DIRECTORY_MODE));
      case DIRECTORY_STAT -> Futures.await(client.stat(item("dir", number)));
      case DIRECTORY_REMOVAL -> Futures.await(client.removeDirectory(item("dir", number)));
      case FILE_CREATION -> write(item("file", number));
      case FILE_STAT -> Futures.await(client.stat(item("file", number)));
      case FILE_READ -> read(item("file", number));
      case FILE_REMOVAL -> Futures.await(client.unlink(item("file", number)));
    }
  }

  private GigaPath item(String kind, long number) {
    return tree.child(Name.of(kind + ".mdtest." + task + "." + number));
  }

  private void write(GigaPath path) throws IOException {
    OpenFile file = Futures.await(client.open(path, CREATE));
    try {
      if (fileBytes > 0) {
        Futures.await(file.write(0, ByteBuffer.allocate(fileBytes)));
      }
    } finally {
      Futures.await(file.closeAsync());
    }
  }

  private void read(GigaPath path) throws IOException {
    OpenFile file = Futures.await(client.open(path, OpenOptions.READ));
    try {
      if (fileBytes > 0) {
        int read = Futures.await(file.read(0, ByteBuffer.allocate(fileBytes)));
        if (read != fileBytes) {
          throw new IOException(path + " has " + read + " bytes of " + fileBytes);
        }
      }
    } finally {
      Futures.await(file.closeAsync());
    }
  }
}
