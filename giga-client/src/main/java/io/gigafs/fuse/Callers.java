package io.gigafs.fuse;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.protocol.Caller;

/** Provides the client that acts as a calling process. Safe for use by several threads. */
final class Callers {
  private final AsyncGigaClient client;
  private final AsyncGigaClient superuser;

  /**
   * Creates the clients for a cluster.
   *
   * @param client its callers wait for every result
   */
  Callers(AsyncGigaClient client) {
    this.client = client.waiting();
    this.superuser = this.client.as(Caller.ROOT);
  }

  /** The client for requests that belong to no particular caller. */
  AsyncGigaClient anyone() {
    return client;
  }

  AsyncGigaClient superuser() {
    return superuser;
  }

  /** The client that acts as a process. For the superuser, groups do not matter. */
  AsyncGigaClient as(FuseCaller caller) {
    return caller.uid() == 0 && caller.gid() == 0 ? superuser : client.as(identity(caller));
  }

  static Caller identity(FuseCaller caller) {
    return caller.uid() == 0
        ? new Caller(0, caller.gid())
        : new Caller(caller.uid(), caller.gid(), caller.groups());
  }
}
