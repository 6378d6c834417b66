/**
 * Who is in the cluster and which server holds which slot: the cluster view, its slot table, and
 * the seam to whatever keeps them.
 */
@NullMarked
package io.gigafs.cluster;

import org.jspecify.annotations.NullMarked;
