@NullMarked
package io.gigafs.time;

import org.jspecify.annotations.NullMarked;
