/** Quotas: limits and usage of directories, grants to servers and to handles. */
@NullMarked
package io.gigafs.protocol.quota;

import org.jspecify.annotations.NullMarked;
