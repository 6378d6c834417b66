package io.gigafs.bench.soak;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.RenameMode;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Works in a directory of the cluster with the client, on enough names that partitions split. Most
 * of the names exist at any time.
 */
final class ClientUser implements MixedLoad.User {
  private static final int NAMES = 2_000;
  private static final int KINDS = 6;
  private static final int MODE = 0644;

  private final GigaClient client;
  private final GigaPath directory;

  ClientUser(GigaClient client, String name) throws GigaException {
    this.client = client;
    this.directory = GigaPath.ROOT.child(nameOf(name));
    client.makeDirectory(directory, 0755);
  }

  private static Name nameOf(String text) {
    return Name.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void act(SplittableRandom random) throws GigaException {
    GigaPath file = directory.child(nameOf("c" + random.nextInt(NAMES)));
    try {
      switch (random.nextInt(KINDS)) {
        case 0, 1 -> client.create(file, MODE, true);
        case 2 -> client.unlink(file);
        case 3 ->
            client.rename(
                file, directory.child(nameOf("c" + random.nextInt(NAMES))), RenameMode.REPLACE);
        default -> client.stat(file);
      }
    } catch (GigaException e) {
      if (e.code() != ErrorCode.EEXIST && e.code() != ErrorCode.ENOENT) {
        throw e;
      }
    }
  }
}
