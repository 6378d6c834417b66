package io.gigafs.cli.bench;

import io.gigafs.cli.JsonObject;
import java.util.List;

/** What came of a benchmark. */
interface BenchResult {
  long errors();

  /** What the first few errors were. */
  List<String> firstErrors();

  JsonObject toJson(String operation);

  String toText(String operation);
}
