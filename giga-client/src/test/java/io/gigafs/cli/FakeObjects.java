package io.gigafs.cli;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.data.KnownObject;
import io.gigafs.protocol.data.ObjectsRequest;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import java.util.ArrayList;
import java.util.List;

/** Objects that server s1 knows, on volume 1 unless added as unknown; one per page. Thread-safe. */
public final class FakeObjects {
  private final List<KnownObject> known = new ArrayList<>();
  private Runnable onceAsked = () -> {};
  private final List<KnownObject> onUnknown = new ArrayList<>();
  private boolean fails;

  public synchronized void add(KnownObject object) {
    known.add(object);
  }

  /** An object on a volume that the view does not have. */
  public synchronized void addUnknown(KnownObject object) {
    onUnknown.add(object);
  }

  public synchronized void forgetAll() {
    known.clear();
  }

  /** Makes later requests to s2 fail. */
  public synchronized void fail() {
    fails = true;
  }

  /** Runs an action whenever s1 has listed all its objects. */
  public synchronized void onceAsked(Runnable action) {
    onceAsked = action;
  }

  synchronized ObjectsResult objects(ServerInfo server, int volume, byte[] cursor)
      throws GigaException {
    boolean isFirst = server.id().value().equals("s1");
    if (!isFirst && fails) {
      throw ErrorCode.EIO.exception("server " + server.id() + ": a row cannot be read");
    }
    if (volume == ObjectsRequest.UNKNOWN) {
      return new ObjectsResult(isFirst ? onUnknown : List.of(), new byte[0]);
    }
    int next = cursor.length == 0 ? 0 : cursor[0];
    if (!isFirst || volume != 1 || next >= known.size()) {
      if (isFirst) {
        onceAsked.run();
      }
      return new ObjectsResult(List.of(), new byte[0]);
    }
    return new ObjectsResult(List.of(known.get(next)), new byte[] {(byte) (next + 1)});
  }
}
