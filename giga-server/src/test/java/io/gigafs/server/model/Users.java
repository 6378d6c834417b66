package io.gigafs.server.model;

import io.gigafs.protocol.Caller;
import java.util.List;

/** The callers: the superuser, two users with groups in common, and a user without. */
final class Users {
  static final int ALICE = 1000;
  static final int BOB = 1001;
  static final int CAROL = 1002;
  static final int STAFF = 2000;
  static final int WHEEL = 2001;

  static final List<Caller> ALL =
      List.of(
          Caller.ROOT,
          Caller.ROOT,
          new Caller(ALICE, ALICE, STAFF, WHEEL),
          new Caller(BOB, STAFF),
          new Caller(CAROL, CAROL));

  static final List<Integer> UIDS = List.of(0, ALICE, BOB, CAROL);
  static final List<Integer> GIDS = List.of(0, ALICE, STAFF, WHEEL, CAROL);

  private Users() {}
}
