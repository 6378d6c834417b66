package io.gigafs.client;

import io.gigafs.rpc.RpcClient;

/** How a client gets its connections; handed in, so that tests own the network. */
@FunctionalInterface
public interface RpcClientFactory {
  /**
   * Makes what sends requests.
   *
   * @param clientId what the client's mutations are numbered under, named once per connection
   * @param listener is given every notice
   */
  RpcClient open(long clientId, NoticeListener listener);
}
