package io.gigafs.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Something that is asked of a server.
 *
 * @param <R> what a successful answer holds
 */
public interface Request<R extends Result> {
  Opcode<R> opcode();

  /** On whose behalf it is asked, if on anybody's. */
  default @Nullable Caller caller() {
    return null;
  }

  /** How many bytes of files, or of blocks of a cache, its answer may bring. */
  default int answerDataBytes() {
    return 0;
  }
}
