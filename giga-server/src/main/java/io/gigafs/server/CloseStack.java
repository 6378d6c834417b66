package io.gigafs.server;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server owns: closed once, last made first, and none left out because another failed. Safe
 * for use by several threads.
 */
final class CloseStack implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CloseStack.class);

  private final Deque<Owned> owned = new ArrayDeque<>();

  /** Takes the resource over. */
  synchronized <T extends AutoCloseable> T push(String name, T resource) {
    owned.push(new Owned(name, resource));
    return resource;
  }

  @Override
  public synchronized void close() {
    while (!owned.isEmpty()) {
      Owned last = owned.pop();
      try {
        last.resource.close();
      } catch (Exception e) {
        LOG.error("closing {} failed", last.name, e);
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private record Owned(String name, AutoCloseable resource) {}
}
