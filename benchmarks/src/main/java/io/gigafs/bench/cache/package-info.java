/**
 * Measures which share of a local disk's rate the clients' data cache delivers if volumes are slow.
 */
@NullMarked
package io.gigafs.bench.cache;

import org.jspecify.annotations.NullMarked;
