/** Tests of whether files hold the written bytes: random calls, compared with a reference file. */
@NullMarked
package io.gigafs.server.fsx;

import org.jspecify.annotations.NullMarked;
