/** What does mdtest, with which others measure their metadata, say of Giga? */
@NullMarked
package io.gigafs.bench.mdtest;

import org.jspecify.annotations.NullMarked;
