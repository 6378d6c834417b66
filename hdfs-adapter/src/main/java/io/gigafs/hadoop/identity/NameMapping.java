package io.gigafs.hadoop.identity;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Maps names and ids of users, or of groups: first by the configuration, then by the machine's name
 * service; a number is also its own name. Safe for use by several threads.
 */
final class NameMapping {
  private static final int ID_FIELD = 2;

  private final Map<String, Integer> mappedIds;
  private final Map<Integer, String> mappedNames = new HashMap<>();
  private final AccountCache accounts;
  private final String database;
  private final boolean areDerived;

  /** Names of derived ids, as far as this process has seen them. */
  private final Map<Integer, String> derivedNames = new ConcurrentHashMap<>();

  /**
   * @param database {@code passwd} or {@code group}
   * @param areDerived whether an unknown name gets a derived id
   */
  NameMapping(
      Map<String, Integer> mapped, AccountCache accounts, String database, boolean areDerived) {
    mappedIds = Map.copyOf(mapped);
    mapped.forEach((name, id) -> mappedNames.putIfAbsent(id, name));
    this.accounts = accounts;
    this.database = database;
    this.areDerived = areDerived;
  }

  /** The id of a name, or of a number in digits; empty if the name is unknown. */
  OptionalInt id(String name) {
    Integer mapped = mappedIds.get(name);
    if (mapped != null) {
      return OptionalInt.of(mapped);
    }
    OptionalInt number = number(name);
    if (number.isEmpty()) {
      number = field(name, ID_FIELD);
    }
    return number.isEmpty() && areDerived ? OptionalInt.of(derived(name)) : number;
  }

  private int derived(String name) {
    int id = DerivedId.of(name);
    derivedNames.putIfAbsent(id, name);
    return id;
  }

  /** A numeric field of the account with this name in the name service. */
  OptionalInt field(String name, int index) {
    List<String> fields = accounts.find(database, name);
    return index < fields.size() ? number(fields.get(index)) : OptionalInt.empty();
  }

  /** The name of an id, in digits if it has no other. */
  String name(int id) {
    String mapped = mappedNames.getOrDefault(id, derivedNames.get(id));
    if (mapped != null) {
      return mapped;
    }
    List<String> fields = accounts.find(database, id);
    return fields.isEmpty() || fields.get(0).isEmpty()
        ? Integer.toUnsignedString(id)
        : fields.get(0);
  }

  private static OptionalInt number(String text) {
    try {
      return OptionalInt.of(Integer.parseUnsignedInt(text));
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }
}
