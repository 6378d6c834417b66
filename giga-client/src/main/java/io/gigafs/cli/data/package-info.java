/**
 * Copies bytes between files in a cluster and on this machine, with blocks, holes and steps from
 * which an interrupted copy can resume.
 */
@NullMarked
package io.gigafs.cli.data;

import org.jspecify.annotations.NullMarked;
