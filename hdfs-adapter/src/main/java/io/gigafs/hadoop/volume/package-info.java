/** How does a Hadoop file system, HDFS above all, hold the bytes of Giga's large files? */
@NullMarked
package io.gigafs.hadoop.volume;

import org.jspecify.annotations.NullMarked;
