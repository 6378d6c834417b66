/** Which exception does Hadoop expect where an operation on a cluster fails? */
@NullMarked
package io.gigafs.hadoop.failure;

import org.jspecify.annotations.NullMarked;
