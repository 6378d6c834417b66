package io.gigafs.hadoop.identity;

import java.util.List;

/** The machine's name service: lines of passwd(5) and group(5), in fields. */
interface NameService {
  /**
   * The fields of an account.
   *
   * @param database {@code passwd} or {@code group}
   * @param key a name or a number
   * @return empty if there is no such account
   */
  List<String> find(String database, String key);
}
