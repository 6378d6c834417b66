/** Whether a cluster does what a file system does: random operations, compared with a model. */
@NullMarked
package io.gigafs.server.model;

import org.jspecify.annotations.NullMarked;
