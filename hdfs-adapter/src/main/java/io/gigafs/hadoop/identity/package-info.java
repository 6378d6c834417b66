/** Whom does a Hadoop user act for, and what are the names of a file's owner and group? */
@NullMarked
package io.gigafs.hadoop.identity;

import org.jspecify.annotations.NullMarked;
