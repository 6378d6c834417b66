/** Measures up to which size servers should keep the bytes of files inline. */
@NullMarked
package io.gigafs.bench.smallfiles;

import org.jspecify.annotations.NullMarked;
