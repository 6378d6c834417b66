/** The store over an engine; {@link io.gigafs.tablefs.store.Stores} opens it. */
@NullMarked
package io.gigafs.tablefs.store;

import org.jspecify.annotations.NullMarked;
