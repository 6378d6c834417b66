package io.gigafs.hadoop.identity;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Names and numbers of users, or of groups: those that the configuration maps, then those that the
 * machine's name service knows; a number is also its own name. Answers are kept for ten minutes.
 * Safe for use by several threads.
 */
final class Names {
  private static final Duration KEPT = Duration.ofMinutes(10);
  private static final int MOST = 10_000;
  private static final int ID_FIELD = 2;

  private final Map<String, Integer> mappedIds;
  private final Map<Integer, String> mappedNames = new HashMap<>();
  private final LoadingCache<String, List<String>> accounts;

  /**
   * @param database {@code passwd} or {@code group}
   */
  Names(Map<String, Integer> mapped, NameService service, String database) {
    mappedIds = Map.copyOf(mapped);
    mapped.forEach((name, id) -> mappedNames.putIfAbsent(id, name));
    accounts =
        Caffeine.newBuilder()
            .expireAfterWrite(KEPT)
            .maximumSize(MOST)
            .build(key -> service.find(database, key));
  }

  /** The number of a name, or of a number in digits; none if nobody is called so. */
  OptionalInt id(String name) {
    Integer mapped = mappedIds.get(name);
    if (mapped != null) {
      return OptionalInt.of(mapped);
    }
    OptionalInt number = number(name);
    return number.isPresent() ? number : field(name, ID_FIELD);
  }

  /** A number of an account that the name service knows by this name. */
  OptionalInt field(String name, int index) {
    List<String> fields = accounts.get(name);
    return index < fields.size() ? number(fields.get(index)) : OptionalInt.empty();
  }

  /** The name of a number, in digits if it has no other. */
  String name(int id) {
    String mapped = mappedNames.get(id);
    if (mapped != null) {
      return mapped;
    }
    String digits = Integer.toUnsignedString(id);
    List<String> fields = accounts.get(digits);
    return fields.isEmpty() || fields.get(0).isEmpty() ? digits : fields.get(0);
  }

  private static OptionalInt number(String text) {
    try {
      return OptionalInt.of(Integer.parseUnsignedInt(text));
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }
}
