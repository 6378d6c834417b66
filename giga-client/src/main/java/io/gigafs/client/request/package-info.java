/**
 * How does a request reach its server? One operation and its deadline, the cluster view and the
 * partition maps that route its requests, retries, sequence numbers of mutations, and the queue of
 * changes that are sent later.
 */
@NullMarked
package io.gigafs.client.request;

import org.jspecify.annotations.NullMarked;
