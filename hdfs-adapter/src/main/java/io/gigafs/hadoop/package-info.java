/** How does a Hadoop program use Giga? The {@code giga://} file system. */
@NullMarked
package io.gigafs.hadoop;

import org.jspecify.annotations.NullMarked;
