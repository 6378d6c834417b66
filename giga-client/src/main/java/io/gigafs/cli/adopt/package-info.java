/**
 * {@code giga volume adopt}: how does a tree that is there already become part of a cluster, with
 * its bytes where they are?
 */
@NullMarked
package io.gigafs.cli.adopt;

import org.jspecify.annotations.NullMarked;
