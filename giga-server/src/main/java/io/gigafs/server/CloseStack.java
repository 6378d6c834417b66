package io.gigafs.server;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stack of the resources that a server owns. Closes each of them once, in the reverse order of
 * creation, and continues when one fails to close. Thread-safe.
 */
final class CloseStack implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CloseStack.class);

  private final Deque<Owned> owned = new ArrayDeque<>();

  /** Takes ownership of the resource. */
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
