/** Features of the running Hadoop and Java. */
@NullMarked
package io.gigafs.hadoop.version;

import org.jspecify.annotations.NullMarked;
