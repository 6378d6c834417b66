@NullMarked
package io.gigafs.server;

import org.jspecify.annotations.NullMarked;
