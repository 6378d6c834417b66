/** Operations on whole trees. */
@NullMarked
package io.gigafs.hadoop.tree;

import org.jspecify.annotations.NullMarked;
