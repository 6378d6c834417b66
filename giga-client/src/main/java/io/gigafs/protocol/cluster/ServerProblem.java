package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;

/**
 * A problem of a server that is able to answer.
 *
 * @param kind one word: {@code behind}, it refuses the newest view of the cluster; {@code full}, it
 *     creates nothing; {@code lost}, it was started without data that it had acknowledged; {@code
 *     damaged}, some entries cannot be read; {@code failed}, nothing can be changed
 * @param sinceMillis when the server noticed, ms since the epoch by its own clock
 * @param cause what is wrong, and where
 * @param remedy what the operator should do
 */
public record ServerProblem(String kind, long sinceMillis, String cause, String remedy) {
  static final Codec<ServerProblem> CODEC =
      Codec.of(ServerProblem.class, TEXT, VARLONG, TEXT, TEXT);
}
