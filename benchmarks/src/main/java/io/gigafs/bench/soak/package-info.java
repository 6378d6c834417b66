/** Does Giga stay as it is under load for long: memory, threads, file descriptors? */
@NullMarked
package io.gigafs.bench.soak;

import org.jspecify.annotations.NullMarked;
