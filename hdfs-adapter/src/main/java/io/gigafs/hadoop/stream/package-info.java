/** Hadoop's input and output streams. */
@NullMarked
package io.gigafs.hadoop.stream;

import org.jspecify.annotations.NullMarked;
