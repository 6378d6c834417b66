package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/** A request that the owner of one partition answers. */
public interface PartitionRequest<R extends Result> extends Request<R> {
  InodeId directory();

  PartitionIndex partition();
}
