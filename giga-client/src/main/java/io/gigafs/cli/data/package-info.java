/**
 * How do bytes get from file to file, be they in a cluster or on this machine? Blocks, holes and
 * steps from which a copy that was cut off can go on.
 */
@NullMarked
package io.gigafs.cli.data;

import org.jspecify.annotations.NullMarked;
