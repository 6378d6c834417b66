/** Operands of {@code giga fs} commands, the bases of commands on them, and their texts. */
@NullMarked
package io.gigafs.cli.fs.operand;

import org.jspecify.annotations.NullMarked;
