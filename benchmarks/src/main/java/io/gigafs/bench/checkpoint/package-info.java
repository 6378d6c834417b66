/**
 * What does Giga give to N programs that each write files of their own into one directory, all at
 * once?
 */
@NullMarked
package io.gigafs.bench.checkpoint;

import org.jspecify.annotations.NullMarked;
