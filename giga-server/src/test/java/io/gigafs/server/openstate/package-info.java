/** Tests of what sessions hold. */
@NullMarked
package io.gigafs.server.openstate;

import org.jspecify.annotations.NullMarked;
