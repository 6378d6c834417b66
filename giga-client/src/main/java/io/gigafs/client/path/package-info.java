/**
 * Path resolution as defined by path_resolution(7) and as Linux does it. Pure: the driver supplies
 * what names are.
 */
@NullMarked
package io.gigafs.client.path;

import org.jspecify.annotations.NullMarked;
