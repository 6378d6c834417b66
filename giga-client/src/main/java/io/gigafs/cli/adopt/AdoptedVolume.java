package io.gigafs.cli.adopt;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.data.KnownObject;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import io.gigafs.protocol.data.VolumeChangeRequest;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The volume and the directory of an adoption. Until the adoption is done, the directory has a mark
 * with the number of the volume, so that the adoption can be resumed, and only there: no object may
 * ever belong to two files.
 */
final class AdoptedVolume {
  /** Servers receive a new view within milliseconds, unless they have lost ZooKeeper. */
  private static final long KNOWN_NANOS = 60_000_000_000L;

  private static final long KNOWN_PAUSE_MILLIS = 20;

  /** Only the superuser can read it. */
  private static final String MARK = "trusted.giga.adopts";

  private final GigaClient client;
  private final URI uri;
  private final GigaPath top;

  AdoptedVolume(GigaClient client, URI uri, GigaPath top) {
    this.client = client;
    this.uri = uri;
    this.top = top;
  }

  /**
   * The start of an adoption.
   *
   * @param resumes whether an interrupted adoption continues
   */
  record Start(int volume, boolean resumes) {}

  /** Ensures that the volume and the directory exist and contain nothing else. */
  Start begin() throws IOException {
    String mark = mark();
    if (mark == null) {
      makeTop();
    }
    int volume = volume(mark != null);
    String expected = "volume " + volume;
    if (mark == null) {
      Futures.await(
          client
              .async()
              .setXattr(
                  top,
                  new Xattr(MARK, expected.getBytes(StandardCharsets.UTF_8)),
                  XattrMode.SET,
                  Follow.NO));
    } else if (!mark.equals(expected)) {
      throw CommandException.failed(
          top + " is used to adopt another tree (" + mark + "); choose another directory");
    }
    return new Start(volume, mark != null);
  }

  /** The mark of the directory; null if it has none or does not exist. */
  private @Nullable String mark() throws IOException {
    try {
      return new String(
          Futures.await(client.async().getXattr(top, MARK, Follow.NO)), StandardCharsets.UTF_8);
    } catch (IOException e) {
      if (ErrorText.isError(e, ErrorCode.ENODATA, ErrorCode.ENOENT)) {
        return null;
      }
      throw e;
    }
  }

  private void makeTop() throws IOException {
    FileAttributes found = Futures.await(new Requests(client.async()).makeDirectory(top));
    if (found.size() > 0) {
      try (Listing listing = Futures.await(client.async().list(top, false))) {
        if (!Futures.await(listing.nextPage()).isEmpty()) {
          throw CommandException.failed(
              top + " is not empty; adopt the tree at a new or empty directory");
        }
      }
    }
  }

  private int volume(boolean resumes) throws IOException {
    ClusterView before = client.clusterView();
    VolumeInfo known = find(before).orElse(null);
    if (known != null) {
      if (known.state() != VolumeInfo.State.ADOPTED) {
        throw CommandException.failed(
            known.state().isAdopted()
                ? uri + " is being drained; giga volume undrain " + known.id() + " cancels that"
                : uri + " is a volume of this cluster already: its objects belong to Giga");
      }
      if (!resumes) {
        checkUnused(before, known);
      }
      awaitKnown(before, known.id());
      return known.id();
    }
    ClusterView after =
        Futures.await(client.async().admin().changeVolume(VolumeChangeRequest.Kind.ADOPT, 0, uri));
    int added =
        find(after)
            .orElseThrow(() -> CommandException.failed(uri + " was not added to the volumes"))
            .id();
    awaitKnown(after, added);
    return added;
  }

  /**
   * Waits until all servers know the volume: a server refuses entries with bytes on a volume that
   * is missing in its view.
   */
  private void awaitKnown(ClusterView view, int volume) throws IOException {
    long deadline = System.nanoTime() + KNOWN_NANOS;
    for (ServerInfo server : view.servers()) {
      while (client.admin().volumes(server).volumes().stream()
          .noneMatch(each -> each.volume() == volume)) {
        if (System.nanoTime() - deadline >= 0) {
          throw CommandException.failed(
              "server "
                  + server.id()
                  + " has not received the new volume "
                  + volume
                  + ": see giga status, and run the same command again");
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(KNOWN_PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failed("interrupted; run the same command again", e);
    }
  }

  private Optional<VolumeInfo> find(ClusterView view) {
    return VolumeChanges.at(view, uri);
  }

  /**
   * Checks that no file uses the volume. An interrupted adoption may have added the volume and
   * nothing else.
   */
  private void checkUnused(ClusterView view, VolumeInfo volume) throws IOException {
    for (ServerInfo server : view.servers()) {
      byte[] cursor = {};
      do {
        ObjectsResult result = client.admin().objects(server, volume.id(), cursor);
        for (KnownObject object : result.objects()) {
          throw CommandException.failed(
              "%s is adopted already, as volume %d: '%s' is a file. To resume an interrupted adoption, name the directory where it began"
                  .formatted(uri, volume.id(), object.path()));
        }
        cursor = result.cursor();
      } while (cursor.length > 0);
    }
  }

  /**
   * Gives the directory its final attributes, and with them access to everybody who may enter the
   * tree.
   */
  void end(AdoptedDirectory directory) throws IOException {
    Requests requests = new Requests(client.async());
    Futures.await(requests.setXattrs(top, directory.xattrs()));
    try {
      Futures.await(client.async().removeXattr(top, MARK, Follow.NO));
    } catch (IOException e) {
      if (!ErrorText.isError(e, ErrorCode.ENODATA)) {
        throw e;
      }
    }
    Futures.await(
        requests.setAttributes(top, directory.source().restoring(!directory.isIncomplete())));
  }
}
