package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import org.jspecify.annotations.Nullable;

/** A request about the file that a name leads to. */
public interface FileRequest<R extends Result> extends NameRequest<R> {
  /** Whether a symbolic link is not meant itself: it is answered ELOOP. */
  boolean follows();

  /**
   * The inode that the name has to lead to, or nothing is done and the answer is ESTALE; null for
   * any.
   */
  @Nullable InodeId expected();
}
