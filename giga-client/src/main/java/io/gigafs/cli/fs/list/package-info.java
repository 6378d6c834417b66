/** Listings and searches: {@code ls}, {@code stat}, {@code find} and {@code du}. */
@NullMarked
package io.gigafs.cli.fs.list;

import org.jspecify.annotations.NullMarked;
