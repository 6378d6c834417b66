package io.gigafs.cli;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.GigaException;

/** Connects to a cluster; a parameter, so that tests can replace it. */
public interface Connector {
  GigaClient connect(ClientSettings settings) throws GigaException;
}
