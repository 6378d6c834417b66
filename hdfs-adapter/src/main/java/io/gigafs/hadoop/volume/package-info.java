/** Volumes on Hadoop file systems, HDFS above all, for the bytes of Giga's large files. */
@NullMarked
package io.gigafs.hadoop.volume;

import org.jspecify.annotations.NullMarked;
