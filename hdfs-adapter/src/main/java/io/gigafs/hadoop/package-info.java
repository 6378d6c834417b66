/** The {@code giga://} file system for Hadoop programs. */
@NullMarked
package io.gigafs.hadoop;

import org.jspecify.annotations.NullMarked;
