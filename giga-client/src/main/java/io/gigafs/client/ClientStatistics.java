package io.gigafs.client;

/**
 * Counts since a client began.
 *
 * @param requests requests sent to servers, repetitions included
 * @param splitRedirects answers that said that a partition had split
 * @param slotRedirects answers that said that a slot is held by another server
 * @param retries requests sent again after a delay, a lost connection or a missing answer
 */
public record ClientStatistics(
    long requests, long splitRedirects, long slotRedirects, long retries) {}
