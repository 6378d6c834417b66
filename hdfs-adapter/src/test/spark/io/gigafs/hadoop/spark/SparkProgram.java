package io.gigafs.hadoop.spark;

import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.util.VersionInfo;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * A Spark job without knowledge of Giga: writes Parquet tables below a directory of the default
 * file system, reads them back and fails if rows differ.
 */
public final class SparkProgram {
  private static final long ROWS = 100_000;
  private static final long DAYS = 5;
  private static final long REPLACED = 1_000;
  private static final String OVERWRITE_MODE = "spark.sql.sources.partitionOverwriteMode";

  private final SparkSession spark;
  private final String table;

  private SparkProgram(SparkSession spark, String table) {
    this.spark = spark;
    this.table = table;
  }

  /** Arguments: a directory without scheme. Prints versions after success. */
  public static void main(String[] arguments) throws Exception {
    try (SparkSession spark = SparkSession.builder().appName("giga").getOrCreate()) {
      SparkProgram program = new SparkProgram(spark, arguments[0] + "/table");
      program.writeAndReadBack();
      program.overwritePartitions();
      program.append();
      program.sql();
      System.out.println(
          "done: Spark " + spark.version() + " with Hadoop " + VersionInfo.getVersion());
    }
  }

  private Dataset<Row> rows(long from, long to) {
    return spark
        .range(from, to, 1, 4)
        .selectExpr(
            "id", "concat('row ', id) AS text", "id / 3 AS third", "id % " + DAYS + " AS day");
  }

  private Dataset<Row> written() {
    return spark.read().parquet(table).select("id", "text", "third", "day");
  }

  private void writeAndReadBack() {
    rows(0, ROWS).write().partitionBy("day").parquet(table);
    checkSame(rows(0, ROWS));
  }

  private void checkSame(Dataset<Row> expected) {
    Dataset<Row> cast = expected.selectExpr("id", "text", "third", "cast(day AS int) AS day");
    check("rows that are missing", 0L, cast.exceptAll(written()).count());
    check("rows too many", 0L, written().exceptAll(cast).count());
  }

  /** Only partitions with new rows are replaced. */
  private void overwritePartitions() {
    spark.conf().set(OVERWRITE_MODE, "dynamic");
    Dataset<Row> second = rows(0, REPLACED).selectExpr("id", "text", "third", "2 AS day");
    Dataset<Row> ninth = rows(0, REPLACED).selectExpr("id", "text", "third", "9 AS day");
    second.union(ninth).write().mode(SaveMode.Overwrite).partitionBy("day").parquet(table);
    checkSame(rows(0, ROWS).where("day != 2").union(second).union(ninth));
    check("rows by day", "{0=20000, 1=20000, 2=1000, 3=20000, 4=20000, 9=1000}", counts());
    spark.conf().set(OVERWRITE_MODE, "static");
    rows(0, REPLACED).write().mode(SaveMode.Overwrite).partitionBy("day").parquet(table);
    checkSame(rows(0, REPLACED));
  }

  private String counts() {
    Map<Integer, Long> counts = new TreeMap<>();
    for (Row row : written().groupBy("day").count().collectAsList()) {
      counts.put(row.getInt(0), row.getLong(1));
    }
    return counts.toString();
  }

  private void append() {
    rows(REPLACED, ROWS).write().mode(SaveMode.Append).partitionBy("day").parquet(table);
    checkSame(rows(0, ROWS));
  }

  /** Tests a catalog table, whose files are in the warehouse. */
  private void sql() {
    rows(0, ROWS).createOrReplaceTempView("rows");
    spark.sql("CREATE TABLE sums (total BIGINT, day BIGINT) USING parquet PARTITIONED BY (day)");
    spark.sql("INSERT INTO sums SELECT sum(id), day FROM rows GROUP BY day");
    spark.sql("INSERT OVERWRITE sums PARTITION (day = 3) VALUES (33)");
    check(
        "sums",
        "[[999950000], [999970000], [999990000], [33], [1000030000]]",
        spark.sql("SELECT total FROM sums ORDER BY day").collectAsList().toString());
    spark.sql("DROP TABLE sums");
  }

  private static void check(String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new IllegalStateException(what + ": " + found + ", not " + expected);
    }
  }
}
