/** Tests of checks, on stores damaged on purpose. */
@NullMarked
package io.gigafs.server.check;

import org.jspecify.annotations.NullMarked;
