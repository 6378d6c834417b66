package io.gigafs.protocol;

/**
 * A request about an open file. It is sent to the last known location of the file, by a name in a
 * directory or by its inode record; ENOENT means that the file is not in that partition.
 */
public interface HandleRequest<R extends Result> extends NameRequest<R> {
  FileHandle handle();
}
