@NullMarked
package io.gigafs.cli.fsck;

import org.jspecify.annotations.NullMarked;
