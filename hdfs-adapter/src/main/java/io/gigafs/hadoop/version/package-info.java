/** What do the Hadoop and the Java that run here have? */
@NullMarked
package io.gigafs.hadoop.version;

import org.jspecify.annotations.NullMarked;
