/** Whether clients with data caches see what other clients wrote. */
@NullMarked
package io.gigafs.server.cache;

import org.jspecify.annotations.NullMarked;
