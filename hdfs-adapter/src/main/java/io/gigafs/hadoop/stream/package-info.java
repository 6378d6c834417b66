/** How are the bytes of a file read and written as Hadoop's programs do? */
@NullMarked
package io.gigafs.hadoop.stream;

import org.jspecify.annotations.NullMarked;
