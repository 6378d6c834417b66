package io.gigafs.protocol;

/**
 * What one client's mutations of one batch were answered.
 *
 * @param body encoded by the server
 */
public record ReplyRow(long client, long lastNumber, byte[] body) {}
