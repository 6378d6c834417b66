/**
 * How everything that the store keeps is written as bytes: column families, keys, values.
 *
 * <p>Pure arithmetic on byte arrays, no I/O. What is written here is a format on disk: {@code
 * docs/key-schema.md} draws it and says how it may change.
 */
@NullMarked
package io.gigafs.tablefs.schema;

import org.jspecify.annotations.NullMarked;
