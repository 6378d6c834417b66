/** How do threads that may be interrupted share the files that a cache keeps on the local disk? */
@NullMarked
package io.gigafs.cache.file;

import org.jspecify.annotations.NullMarked;
