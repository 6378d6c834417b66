/** Up to what size should servers keep the bytes of files beside their entries? */
@NullMarked
package io.gigafs.bench.smallfiles;

import org.jspecify.annotations.NullMarked;
