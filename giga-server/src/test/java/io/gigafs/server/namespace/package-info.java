@NullMarked
package io.gigafs.server.namespace;

import org.jspecify.annotations.NullMarked;
