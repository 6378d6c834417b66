/**
 * Whether files hold what was written to them: random calls, each held against a reference file.
 */
@NullMarked
package io.gigafs.server.fsx;

import org.jspecify.annotations.NullMarked;
