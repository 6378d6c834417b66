package io.gigafs.hadoop;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A client shared by all file systems of this process for one cluster, whatever their users; it is
 * closed with the last of them. Safe for use by several threads.
 */
final class SharedClient implements AutoCloseable {
  /** Open clients, by their settings. Guarded by itself. */
  private static final Map<ClientSettings, Shared> OPEN = new HashMap<>();

  private final ClientSettings settings;
  private final Shared shared;
  private boolean closed;

  private SharedClient(ClientSettings settings, Shared shared) {
    this.settings = settings;
    this.shared = shared;
  }

  /** Connects, or shares a connection with the same settings. */
  static SharedClient open(ClientSettings settings) throws GigaException {
    Shared shared;
    synchronized (OPEN) {
      shared = OPEN.computeIfAbsent(settings, unused -> new Shared());
      shared.users++;
    }
    SharedClient connection = new SharedClient(settings, shared);
    try {
      shared.connect(settings);
    } catch (GigaException | RuntimeException e) {
      connection.close();
      throw e;
    }
    return connection;
  }

  /** The client on behalf of a caller. */
  GigaClient as(Caller caller) throws GigaException {
    return shared.connect(settings).as(caller);
  }

  @Override
  public void close() {
    synchronized (OPEN) {
      if (closed) {
        return;
      }
      closed = true;
      shared.users--;
      if (shared.users > 0) {
        return;
      }
      OPEN.remove(settings);
    }
    shared.close();
  }

  private static final class Shared {
    /** Guarded by {@link #OPEN}. */
    private int users;

    /** Guarded by this. */
    private @Nullable GigaClient client;

    synchronized GigaClient connect(ClientSettings settings) throws GigaException {
      GigaClient open = client;
      if (open == null) {
        open = GigaClients.connect(settings);
        client = open;
      }
      return open;
    }

    synchronized void close() {
      if (client != null) {
        client.close();
      }
    }
  }
}
