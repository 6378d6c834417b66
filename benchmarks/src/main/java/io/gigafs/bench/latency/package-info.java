/** How long does a create take while its directory splits? */
@NullMarked
package io.gigafs.bench.latency;

import org.jspecify.annotations.NullMarked;
