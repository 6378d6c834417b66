/** Tests of checks, on stores damaged on purpose. */
@NullMarked
package io.gigafs.server.fsck;

import org.jspecify.annotations.NullMarked;
