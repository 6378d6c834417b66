/** Tests for path walks, against the rules and against Linux. */
@NullMarked
package io.gigafs.client.path;

import org.jspecify.annotations.NullMarked;
