package io.gigafs.protocol;

import io.gigafs.protocol.Request.NameRequest;

/**
 * A request that changes one name of a directory. It is executed at most once, however often it is
 * sent.
 */
public interface Mutation<R extends Result> extends NameRequest<R> {
  Sequence sequence();

  /**
   * A digest of the request's content apart from its name or handle, for {@link RequestDigest}; the
   * same for every retry.
   */
  default long content() {
    return 0;
  }
}
