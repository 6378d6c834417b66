/**
 * The byte encoding of everything in the store: column families, keys, values.
 *
 * <p>Pure functions on byte arrays, no I/O. This is the format on disk: {@code docs/key-schema.md}
 * describes it and says how it may change.
 */
@NullMarked
package io.gigafs.tablefs.schema;

import org.jspecify.annotations.NullMarked;
