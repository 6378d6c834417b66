/** What does the clients' data cache leave of a local disk's rate, if volumes are slow? */
@NullMarked
package io.gigafs.bench.cache;

import org.jspecify.annotations.NullMarked;
