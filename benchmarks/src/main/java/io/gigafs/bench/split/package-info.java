/** When should a partition split, and what does splitting cost those who create meanwhile? */
@NullMarked
package io.gigafs.bench.split;

import org.jspecify.annotations.NullMarked;
