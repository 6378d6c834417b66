/**
 * Rules for one entry of a partition: who may add and remove it, what a new file is, and how its
 * rows become messages.
 */
@NullMarked
package io.gigafs.server.entry;

import org.jspecify.annotations.NullMarked;
