package io.gigafs.client.lookup;

import io.gigafs.client.GigaPath;
import io.gigafs.client.Target;
import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
import io.gigafs.protocol.GigaException;

/**
 * The resolution of one target of an operation: from the cache, without waiting, and from the first
 * miss on by a {@link Walk}. Used by one thread at a time.
 */
public abstract class OperationResolver {
  /**
   * Resolves a target for an operation's caller.
   *
   * @param target the operation's, or another one that it concerns
   * @param use the purpose; a target whose end does not fit the purpose is refused
   */
  public static void resolve(
      ClientContext context,
      ClientOperation<?> operation,
      Target target,
      PathUse use,
      Resolution then) {
    OperationResolver resolver =
        target instanceof GigaPath path
            ? new PathResolver(context, operation, path, use, then)
            : new InodeResolver(context, operation, target, use, then);
    resolver.proceed();
  }

  private final ClientContext context;
  private final ClientOperation<?> operation;
  private final Target target;
  private final Resolution then;

  OperationResolver(
      ClientContext context, ClientOperation<?> operation, Target target, Resolution then) {
    this.context = context;
    this.operation = operation;
    this.target = target;
    this.then = then;
  }

  /** Continues at the path's end, because the name there is a link. */
  public abstract void follow(byte[] target);

  /** Resolves as far as the cache allows; returns whether that is the end. */
  abstract boolean goByCache();

  /** The next key to look up. */
  abstract DirectoryKey wanted();

  /** The requested key is a directory. */
  abstract void found(DirectoryEntry child);

  /** It is a symbolic link. */
  abstract void foundLink(byte[] target);

  /** It is something else. */
  abstract void foundOther();

  /** The lookup failed. */
  abstract void notFound(GigaException failure);

  /** Reports where the resolution has ended. */
  abstract void report();

  final void proceed() {
    if (goByCache()) {
      report();
    } else {
      new Walk(context, operation, target, this).proceed();
    }
  }

  final ClientContext context() {
    return context;
  }

  final ClientOperation<?> operation() {
    return operation;
  }

  final Target target() {
    return target;
  }

  final void resolved(ResolvedPath place) {
    then.resolved(place);
  }

  final void unresolved(GigaException failure) {
    then.unresolved(failure);
  }

  final void broke(Throwable cause) {
    then.unresolved(operation.bug(cause));
  }
}
