/**
 * How a path is resolved, as path_resolution(7) says and Linux does: pure, told what names are by
 * whoever drives it.
 */
@NullMarked
package io.gigafs.client.path;

import org.jspecify.annotations.NullMarked;
