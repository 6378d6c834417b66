package io.gigafs.hadoop.identity;

import java.util.List;

/** Answers of the machine's name service: lines of passwd(5) and group(5), in fields. */
interface NameService {
  /**
   * The fields of an account.
   *
   * @param database {@code passwd} or {@code group}
   * @param key a name or a number
   * @return none if there is no such account
   */
  List<String> find(String database, String key);
}
