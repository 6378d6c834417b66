/**
 * Operations on directories that involve several partitions: create, remove and change attributes.
 */
@NullMarked
package io.gigafs.server.transaction;

import org.jspecify.annotations.NullMarked;
