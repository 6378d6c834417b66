/** What is done with everything below a directory? */
@NullMarked
package io.gigafs.hadoop.tree;

import org.jspecify.annotations.NullMarked;
