package io.gigafs.cli.admin;

import io.gigafs.cli.CommandException;
import io.gigafs.cluster.ServerId;

/** Server ids on command lines. */
final class ServerIds {
  private ServerIds() {}

  static ServerId parse(String text) {
    try {
      return new ServerId(text);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(String.valueOf(e.getMessage()));
    }
  }
}
