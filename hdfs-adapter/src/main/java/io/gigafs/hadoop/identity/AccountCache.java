package io.gigafs.hadoop.identity;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.List;

/**
 * Caches answers of a name service for ten minutes, also negative ones. All file systems of a
 * process share it, whatever their users. Safe for use by several threads.
 */
final class AccountCache {
  private static final Duration TIME_TO_LIVE = Duration.ofMinutes(10);
  private static final int MAX_ACCOUNTS = 50_000;
  private static final AccountCache OF_MACHINE =
      new AccountCache(new MachineAccounts(new Getent()));

  private final LoadingCache<Key, List<String>> accounts;

  /**
   * The key of an answer.
   *
   * @param account a name, or a number: every status has two of these, so they are not converted to
   *     text
   */
  private record Key(String database, Object account) {
    String text() {
      return account instanceof Integer number
          ? Integer.toUnsignedString(number)
          : account.toString();
    }
  }

  AccountCache(NameService service) {
    accounts =
        Caffeine.newBuilder()
            .expireAfterWrite(TIME_TO_LIVE)
            .maximumSize(MAX_ACCOUNTS)
            .build(asked -> service.find(asked.database(), asked.text()));
  }

  /** The cache of this machine's accounts. */
  static AccountCache ofMachine() {
    return OF_MACHINE;
  }

  /** The fields of an account as of {@link NameService#find}. */
  List<String> find(String database, String key) {
    return accounts.get(new Key(database, key));
  }

  /** The same by the account's number. */
  List<String> find(String database, int number) {
    return accounts.get(new Key(database, number));
  }
}
