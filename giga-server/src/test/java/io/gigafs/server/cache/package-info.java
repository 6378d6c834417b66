/** Tests of whether clients with data caches see writes of other clients. */
@NullMarked
package io.gigafs.server.cache;

import org.jspecify.annotations.NullMarked;
