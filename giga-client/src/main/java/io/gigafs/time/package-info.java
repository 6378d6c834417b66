/** Which times files can have, and how 64 bits hold them. Pure, and used by all. */
@NullMarked
package io.gigafs.time;

import org.jspecify.annotations.NullMarked;
