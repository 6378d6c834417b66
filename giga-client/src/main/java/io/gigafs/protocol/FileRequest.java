package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import org.jspecify.annotations.Nullable;

/** A request about the file that a name refers to. */
public interface FileRequest<R extends Result> extends NameRequest<R> {
  /** If true, a symbolic link is answered with ELOOP instead of being acted on itself. */
  boolean follows();

  /**
   * The inode that the name must resolve to, otherwise nothing is done and the answer is ESTALE;
   * null for any.
   */
  @Nullable InodeId expected();
}
