/** How do creates in one directory scale with servers, measured and simulated? */
@NullMarked
package io.gigafs.bench.scaling;

import org.jspecify.annotations.NullMarked;
