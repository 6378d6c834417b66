package io.gigafs.client.request;

import io.gigafs.rpc.RpcClient;

/** Creates a client's connections; passed in, so that tests control the network. */
@FunctionalInterface
public interface RpcClientFactory {
  /**
   * Creates the RPC client.
   *
   * @param clientId identifies the client's mutations, sent once per connection
   * @param listener receives every notice
   */
  RpcClient open(long clientId, NoticeListener listener);
}
