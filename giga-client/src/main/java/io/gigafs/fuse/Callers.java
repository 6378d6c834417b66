package io.gigafs.fuse;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.protocol.Caller;

/** Acts for processes. Safe for use by several threads. */
final class Callers {
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
}
