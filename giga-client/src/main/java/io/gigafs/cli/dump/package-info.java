/**
 * Copies a namespace from one cluster to another: the commands {@code giga admin dump} and {@code
 * giga admin load}, and their format, which docs/dump-format.md describes.
 */
@NullMarked
package io.gigafs.cli.dump;

import org.jspecify.annotations.NullMarked;
