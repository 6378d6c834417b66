/** Compares split policies, and measures the cost of splits for concurrent creates. */
@NullMarked
package io.gigafs.bench.split;

import org.jspecify.annotations.NullMarked;
