package io.gigafs.protocol;

/**
 * Something that is asked of a server.
 *
 * @param <R> what a successful answer holds
 */
public interface Request<R extends Result> {
  Opcode<R> opcode();
}
