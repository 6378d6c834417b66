/** File times and their 64-bit representation. Pure; used by clients and servers. */
@NullMarked
package io.gigafs.time;

import org.jspecify.annotations.NullMarked;
