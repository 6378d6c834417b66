/** Requests of operators: status, checkpoints, and membership of the cluster. */
@NullMarked
package io.gigafs.server.admin;

import org.jspecify.annotations.NullMarked;
