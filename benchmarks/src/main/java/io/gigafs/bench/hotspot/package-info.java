/** Measures the benefit of additional servers if all clients ask for the same few files. */
@NullMarked
package io.gigafs.bench.hotspot;

import org.jspecify.annotations.NullMarked;
