package io.gigafs.fuse;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Acts for processes, on paths as the kernel gives them. Safe for use by several threads. */
final class Callers {
  /** A longer path comes about by names below a working directory, and is as good as any. */
  private static final int MAX_PATH_BYTES = 4_095;

  private final AsyncGigaClient client;
  private final AsyncGigaClient superuser;

  /**
   * Acts on a cluster.
   *
   * @param client of which all is waited for
   */
  Callers(AsyncGigaClient client) {
    this.client = client.waiting();
    this.superuser = this.client.as(Caller.ROOT);
  }

  /** The client of nobody in particular. */
  AsyncGigaClient anyone() {
    return client;
  }

  AsyncGigaClient superuser() {
    return superuser;
  }

  /** The client as it acts for a process. The superuser's groups mean nothing. */
  AsyncGigaClient as(FuseCaller caller) {
    return caller.uid() == 0 && caller.gid() == 0 ? superuser : client.as(identity(caller));
  }

  static Caller identity(FuseCaller caller) {
    return caller.uid() == 0
        ? new Caller(0, caller.gid())
        : new Caller(caller.uid(), caller.gid(), caller.groups());
  }

  /** A path of the kernel's. */
  static GigaPath path(byte[] bytes) throws GigaException {
    return bytes.length <= MAX_PATH_BYTES ? GigaPath.of(bytes) : new GigaPath(names(bytes));
  }

  private static List<Name> names(byte[] bytes) throws GigaException {
    List<Name> names = new ArrayList<>();
    int start = 1;
    for (int end = 1; end <= bytes.length; end++) {
      if (end == bytes.length || bytes[end] == '/') {
        if (end - start > Name.MAX_BYTES) {
          throw ErrorCode.ENAMETOOLONG.exception("a name of " + (end - start) + " bytes");
        }
        names.add(Name.of(Arrays.copyOfRange(bytes, start, end)));
        start = end + 1;
      }
    }
    return names;
  }
}
