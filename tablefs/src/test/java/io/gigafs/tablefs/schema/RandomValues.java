package io.gigafs.tablefs.schema;

import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionHeader.State;
import io.gigafs.tablefs.QuotaLimits;
import java.util.Random;

/** Draws random values: small numbers, extremes and the range between them, about equally often. */
public final class RandomValues {
  private final Random random;

  public RandomValues(Random random) {
    this.random = random;
  }

  public Attributes attributes() {
    long modified = anyLong();
    return new Attributes(
        anyLong(),
        anyOf(FileType.values()),
        random.nextInt(010000),
        anyInt(),
        anyInt(),
        anyLong(),
        anyInt(),
        near(modified),
        modified,
        near(modified),
        random.nextBoolean() ? 0 : anyLong(),
        random.nextBoolean() ? 0 : random.nextInt(1 << 10),
        born(modified));
  }

  PartitionHeader header() {
    long modified = anyLong();
    boolean inTransaction = random.nextBoolean();
    return new PartitionHeader(
        random.nextInt(17),
        nonEmptyBytes(40),
        anyLong(),
        random.nextInt(010000),
        anyInt(),
        anyInt(),
        random.nextBoolean() ? new byte[0] : bytes(60),
        random.nextBoolean() ? 0 : anyLong(),
        random.nextBoolean() ? QuotaLimits.NONE : new QuotaLimits(anyLong(), anyLong()),
        anyLong(),
        anyLong(),
        anyLong(),
        near(modified),
        modified,
        near(modified),
        random.nextBoolean(),
        inTransaction ? anyOf(State.values()) : State.ACTIVE,
        inTransaction ? anyLong() : 0,
        inTransaction ? nonEmptyBytes(30) : new byte[0],
        random.nextBoolean() ? 0 : anyLong(),
        born(modified),
        random.nextBoolean() ? 0 : anyInt());
  }

  private long born(long modified) {
    return switch (random.nextInt(3)) {
      case 0 -> Attributes.NO_BIRTH;
      case 1 -> modified;
      default -> near(modified);
    };
  }

  private <T> T anyOf(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private byte[] nonEmptyBytes(int most) {
    byte[] bytes = new byte[1 + random.nextInt(most)];
    random.nextBytes(bytes);
    return bytes;
  }

  byte[] bytes(int most) {
    byte[] bytes = new byte[random.nextInt(most + 1)];
    random.nextBytes(bytes);
    return bytes;
  }

  private long near(long time) {
    return switch (random.nextInt(3)) {
      case 0 -> time;
      case 1 -> time + random.nextInt(2_000_000) - 1_000_000;
      default -> anyLong();
    };
  }

  private long anyLong() {
    return switch (random.nextInt(5)) {
      case 0 -> 0;
      case 1 -> random.nextInt(1_000);
      case 2 -> Long.MAX_VALUE;
      case 3 -> -1;
      default -> random.nextLong() >>> random.nextInt(64);
    };
  }

  private int anyInt() {
    return (int) anyLong();
  }
}
