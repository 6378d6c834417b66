/** Contents of files on standard output: {@code cat}, {@code head}, {@code tail}, {@code sum}. */
@NullMarked
package io.gigafs.cli.fs.content;

import org.jspecify.annotations.NullMarked;
