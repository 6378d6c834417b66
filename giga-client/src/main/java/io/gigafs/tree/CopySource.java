package io.gigafs.tree;

import io.gigafs.index.Name;
import java.io.IOException;

/**
 * The files that are copied.
 *
 * @param <F> files and directories, with their attributes
 */
public interface CopySource<F> extends TreeSource<F, F> {
  /** The file to copy for a listed one: itself with its attributes, or the target of a link. */
  F resolve(F listed) throws IOException;

  Name name(F file);
}
