/** How often are clients sent on that do not know how a directory has split? */
@NullMarked
package io.gigafs.bench.stale;

import org.jspecify.annotations.NullMarked;
