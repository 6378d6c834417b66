package io.gigafs.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random access control lists of few ids, so that random callers match their entries. */
final class RandomAcls {
  private final Random random;
  private final int ids;

  RandomAcls(Random random, int ids) {
    this.random = random;
    this.ids = ids;
  }

  Acl next() {
    List<Acl.Named> users = named();
    List<Acl.Named> groups = named();
    boolean hasMask = users.size() + groups.size() > 0 || random.nextBoolean();
    return new Acl(
        permissions(),
        users,
        permissions(),
        groups,
        hasMask ? permissions() : Acl.NO_MASK,
        permissions());
  }

  int permissions() {
    return random.nextInt(8);
  }

  int id() {
    return random.nextInt(ids);
  }

  private List<Acl.Named> named() {
    List<Acl.Named> named = new ArrayList<>();
    for (int id = 0; id < ids; id++) {
      if (random.nextInt(3) == 0) {
        named.add(new Acl.Named(id, permissions()));
      }
    }
    return named;
  }
}
