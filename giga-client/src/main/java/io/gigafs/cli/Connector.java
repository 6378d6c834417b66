package io.gigafs.cli;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.GigaException;

/** A way to a cluster; handed in, so that tests own it. */
public interface Connector {
  GigaClient connect(ClientSettings settings) throws GigaException;
}
