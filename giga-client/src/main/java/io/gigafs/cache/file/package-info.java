/** Files of the local disk, shared by threads that may be interrupted. */
@NullMarked
package io.gigafs.cache.file;

import org.jspecify.annotations.NullMarked;
