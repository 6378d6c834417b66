package io.gigafs.hadoop.hudi;

import org.apache.hadoop.util.VersionInfo;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * A Spark job that keeps Hudi tables below a directory: inserts, updates and deletes rows,
 * compacts, and fails if the rows read back differ from those written.
 */
public final class HudiProgram {
  private static final long ROWS = 2_000;
  private static final long UPDATED = 500;
  private static final long DELETED = 100;
  private static final String COPIED = "COPY_ON_WRITE";
  private static final String MERGED = "MERGE_ON_READ";
  private static final String COLUMNS = "id, text, day";

  private final SparkSession spark;
  private final String name;
  private final String table;
  private final String type;

  private HudiProgram(SparkSession spark, String directory, String name, String type) {
    this.spark = spark;
    this.name = name;
    this.table = directory + "/" + name;
    this.type = type;
  }

  /** Arguments: the URI of a directory. Prints versions after success. */
  public static void main(String[] arguments) throws Exception {
    try (SparkSession spark = SparkSession.builder().appName("hudi").getOrCreate()) {
      new HudiProgram(spark, arguments[0], "copied", COPIED).run();
      new HudiProgram(spark, arguments[0], "merged", MERGED).run();
      System.out.println(
          "done: Hudi on Spark " + spark.version() + " with Hadoop " + VersionInfo.getVersion());
    }
  }

  private void run() {
    write(rows(0, ROWS, "first"), "insert", SaveMode.Overwrite);
    checkSame(rows(0, ROWS, "first"));
    write(rows(ROWS - UPDATED, ROWS + UPDATED, "second"), "upsert", SaveMode.Append);
    Dataset<Row> both =
        rows(0, ROWS - UPDATED, "first").union(rows(ROWS - UPDATED, ROWS + UPDATED, "second"));
    checkSame(both);
    write(rows(0, DELETED, "gone"), "delete", SaveMode.Append);
    checkSame(both.where("id >= " + DELETED));
    // Each further change of a merge-on-read table goes to logs first, then into files.
    for (int round = 0; round < 4; round++) {
      write(rows(ROWS, ROWS + UPDATED, "round " + round), "upsert", SaveMode.Append);
    }
    checkSame(
        both.where("id >= " + DELETED + " AND id < " + ROWS)
            .union(rows(ROWS, ROWS + UPDATED, "round 3")));
  }

  private Dataset<Row> rows(long from, long to, String text) {
    return spark
        .range(from, to, 1, 2)
        .selectExpr(
            "id",
            "concat('" + text + " ', id) AS text",
            "cast(id % 3 AS string) AS day",
            "current_timestamp() AS written");
  }

  private void write(Dataset<Row> rows, String operation, SaveMode mode) {
    rows.write()
        .format("hudi")
        .option("hoodie.table.name", name)
        .option("hoodie.datasource.write.table.type", type)
        .option("hoodie.datasource.write.operation", operation)
        .option("hoodie.datasource.write.recordkey.field", "id")
        .option("hoodie.datasource.write.precombine.field", "written")
        .option("hoodie.datasource.write.partitionpath.field", "day")
        .option("hoodie.compact.inline", String.valueOf(type.equals(MERGED)))
        .option("hoodie.compact.inline.max.delta.commits", "3")
        .option("hoodie.insert.shuffle.parallelism", "2")
        .option("hoodie.upsert.shuffle.parallelism", "2")
        .option("hoodie.delete.shuffle.parallelism", "2")
        .mode(mode)
        .save(table);
  }

  private void checkSame(Dataset<Row> rows) {
    Dataset<Row> expected = rows.selectExpr(COLUMNS.split(", "));
    Dataset<Row> found = spark.read().format("hudi").load(table).selectExpr(COLUMNS.split(", "));
    check("rows of " + name + " that are missing", expected.exceptAll(found).count());
    check("rows of " + name + " too many", found.exceptAll(expected).count());
  }

  private static void check(String what, long count) {
    if (count != 0) {
      throw new IllegalStateException(count + " " + what);
    }
  }
}
