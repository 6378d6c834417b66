/** Tests of what sessions hold. */
@NullMarked
package io.gigafs.server.hold;

import org.jspecify.annotations.NullMarked;
