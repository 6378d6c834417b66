package io.gigafs.protocol;

import io.gigafs.index.Name;

/** A request about one name of a directory, on behalf of a caller. */
public interface NameRequest<R extends Result> extends PartitionRequest<R> {
  @Override
  Caller caller();

  Name name();
}
