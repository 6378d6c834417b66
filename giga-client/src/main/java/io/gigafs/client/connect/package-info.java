/**
 * How does a program get a client? {@code GigaClients} connects to a cluster and assembles the
 * client, which starts one operation object for each call of {@code io.gigafs.client}.
 */
@NullMarked
package io.gigafs.client.connect;

import org.jspecify.annotations.NullMarked;
