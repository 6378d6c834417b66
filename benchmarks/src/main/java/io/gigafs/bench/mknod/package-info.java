/**
 * Measures the cost of objects on volumes for creates, and the benefit of distributing them or
 * creating them lazily. The schemes of CMU-PDL-13-101, section 3.3.
 */
@NullMarked
package io.gigafs.bench.mknod;

import org.jspecify.annotations.NullMarked;
