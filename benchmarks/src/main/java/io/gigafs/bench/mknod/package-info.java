/**
 * What do objects on volumes cost a create, and what does it help to spread them or to be lazy? The
 * schemes of CMU-PDL-13-101, section 3.3.
 */
@NullMarked
package io.gigafs.bench.mknod;

import org.jspecify.annotations.NullMarked;
