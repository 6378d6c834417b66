/** Measures the number of redirects of clients with stale partition maps. */
@NullMarked
package io.gigafs.bench.stale;

import org.jspecify.annotations.NullMarked;
