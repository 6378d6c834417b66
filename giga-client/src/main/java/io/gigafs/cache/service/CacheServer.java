package io.gigafs.cache.service;

import io.gigafs.cache.CacheStore;
import io.gigafs.cache.segment.SegmentSettings;
import io.gigafs.cache.segment.SegmentStore;
import io.gigafs.cache.value.ValueBlocks;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.NettyRpcServer;
import io.gigafs.rpc.ServerIdentity;
import io.gigafs.rpc.Transport;
import java.io.IOException;
import java.util.UUID;

/**
 * Serves the values of a store over the network. Owns the store, which is saved and closed with it.
 */
public final class CacheServer implements AutoCloseable {
  private static final ServerId ID = new ServerId("cache");

  private final ValueBlocks blocks;
  private final CacheRequests requests;
  private final NettyRpcServer server;

  /**
   * Serves a store.
   *
   * @param listen port 0 takes any free one
   * @throws IOException if it cannot listen there; the store is not closed then
   */
  CacheServer(Endpoint listen, CacheStore store, CacheServerSettings settings) throws IOException {
    this(listen, store, settings, Transport.AUTO);
  }

  CacheServer(Endpoint listen, CacheStore store, CacheServerSettings settings, Transport transport)
      throws IOException {
    this.blocks = new ValueBlocks(store);
    this.requests = new CacheRequests(blocks);
    this.server =
        NettyRpcServer.bind(
            listen, new ServerIdentity(UUID.randomUUID(), ID), settings.rpc(transport), requests);
    blocks.startSweep();
  }

  /**
   * Opens the native store of a directory and serves it.
   *
   * @throws IOException if the directory cannot be used, or it cannot listen
   */
  public static CacheServer open(
      Endpoint listen, SegmentSettings store, CacheServerSettings settings) throws IOException {
    SegmentStore opened = SegmentStore.open(store, Clock.system());
    boolean isServing = false;
    try {
      CacheServer server = new CacheServer(listen, opened, settings);
      isServing = true;
      return server;
    } finally {
      if (!isServing) {
        opened.close();
      }
    }
  }

  /** The address it listens on, with the actual port. */
  public Endpoint endpoint() {
    return server.endpoint();
  }

  /** The number of connections with open or partly written values. */
  int openValues() {
    return requests.openPeers();
  }

  /** The peak memory of bytes in transit. */
  long mostDataBytes() {
    return server.dataMemory().mostBytes();
  }

  /** Completes the requests in flight, then saves and closes the store. */
  @Override
  public void close() throws IOException {
    server.close();
    blocks.close();
  }
}
