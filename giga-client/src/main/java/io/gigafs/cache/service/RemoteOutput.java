package io.gigafs.cache.service;

import io.gigafs.cache.value.ValueCutter;
import io.gigafs.cache.value.ValueOutput;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A value being written to a cache server, as a stream. */
final class RemoteOutput extends ValueOutput {
  private final CacheConnections connections;
  private final CacheConnection connection;
  private final ValueCutter cutter;
  private boolean isBroken;
  private boolean isClosed;

  RemoteOutput(CacheConnections connections, CacheConnection connection, ValueCutter cutter) {
    this.connections = connections;
    this.connection = connection;
    this.cutter = cutter;
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    checkUsable();
    isBroken = true;
    connection.begin();
    try {
      cutter.write(from);
      isBroken = false;
    } finally {
      connection.pause();
    }
  }

  @Override
  public boolean commit() throws IOException {
    checkUsable();
    isBroken = true;
    connection.begin();
    try {
      boolean isDone = cutter.commit();
      isBroken = false;
      return isDone;
    } finally {
      connection.pause();
    }
  }

  private void checkUsable() throws IOException {
    if (isClosed || isBroken) {
      throw new IOException("the value was discarded, or failed before");
    }
  }

  @Override
  public void close() throws IOException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      if (isBroken) {
        // The server discards the value when the connection is closed.
        connection.close();
      }
      connection.begin();
      cutter.close();
    } catch (IOException e) {
      if (!isBroken) {
        isBroken = true;
        throw e;
      }
    } finally {
      if (isBroken) {
        connections.drop(connection);
      } else {
        connections.give(connection);
      }
    }
  }
}
