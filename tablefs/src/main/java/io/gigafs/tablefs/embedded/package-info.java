/** A tree of files in one store, for programs that want metadata at hand without a cluster. */
@NullMarked
package io.gigafs.tablefs.embedded;

import org.jspecify.annotations.NullMarked;
