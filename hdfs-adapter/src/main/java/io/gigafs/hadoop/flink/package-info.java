/** How does Flink write files of which every record is there once, whatever fails? */
@NullMarked
package io.gigafs.hadoop.flink;

import org.jspecify.annotations.NullMarked;
