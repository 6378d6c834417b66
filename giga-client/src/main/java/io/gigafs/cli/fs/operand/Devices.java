package io.gigafs.cli.fs.operand;

/** Device numbers as Linux packs them: 12 bits of major and 20 of minor, and more above. */
public final class Devices {
  private Devices() {}

  /** The number of a device, as makedev(3) packs it. */
  public static long number(long major, long minor) {
    return (major & 0xfff) << 8
        | (major & 0xfffff000L) << 32
        | (minor & 0xff)
        | (minor & 0xffffff00L) << 12;
  }

  public static long major(long device) {
    return (device >>> 8 & 0xfff) | (device >>> 32 & 0xfffff000L);
  }

  public static long minor(long device) {
    return (device & 0xff) | (device >>> 12 & 0xffffff00L);
  }
}
