package io.gigafs.server.openstate;

/** A request that waits for a lock; waiters are served in order of arrival. */
public interface LockWaiter {
  LockAttempt attempt();

  /** Makes the client retry, because the file or its open state is no longer on this server. */
  void retryLater();
}
