package io.gigafs.protocol;

/**
 * A request about an open file. It goes where the file was last known to be, by a name of a
 * directory or by itself; ENOENT says that it is not in that partition.
 */
public interface HandleRequest<R extends Result> extends NameRequest<R> {
  FileHandle handle();
}
