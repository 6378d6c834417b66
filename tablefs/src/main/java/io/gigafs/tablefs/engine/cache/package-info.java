/** Caches entry rows in native memory, in front of any engine. */
@NullMarked
package io.gigafs.tablefs.engine.cache;

import org.jspecify.annotations.NullMarked;
