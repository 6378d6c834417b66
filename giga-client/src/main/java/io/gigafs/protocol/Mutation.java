package io.gigafs.protocol;

/** A request that changes one name of a directory, at most once however often it is sent. */
public interface Mutation<R extends Result> extends NameRequest<R> {
  Sequence sequence();

  /**
   * A digest of what the request asks for beside its name or handle, for {@link RequestDigest}; the
   * same at every attempt.
   */
  default long content() {
    return 0;
  }
}
