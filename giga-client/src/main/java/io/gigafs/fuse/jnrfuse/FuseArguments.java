package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.MountSettings;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;

/** A command line for libfuse, in native memory that is freed with the object. */
final class FuseArguments {
  private static final int NANO_DIGITS = 9;

  private final Runtime runtime = Runtime.getSystemRuntime();
  private final List<Pointer> texts = new ArrayList<>();
  private final Pointer vector;

  FuseArguments(List<String> words) {
    int address = runtime.addressSize();
    vector = Memory.allocateDirect(runtime, (words.size() + 1) * address, true);
    for (String word : words) {
      byte[] bytes = FuseLibrary.terminated(word);
      Pointer text = Memory.allocateDirect(runtime, bytes.length);
      text.put(0, bytes, 0, bytes.length);
      vector.putPointer((long) texts.size() * address, text);
      texts.add(text);
    }
  }

  /** The addresses of the words, followed by 0. */
  Pointer vector() {
    return vector;
  }

  int count() {
    return texts.size();
  }

  /**
   * The options with which a directory is mounted.
   *
   * @param isChecked whether the kernel checks permissions
   * @param remembers whether the kernel may cache attributes and names, since it can be notified to
   *     drop them
   * @param hides whether the operations recognize libfuse's renames that hide an open file
   */
  static List<String> optionsOf(
      MountSettings settings, boolean isChecked, boolean remembers, boolean hides) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "fsname=" + escaped(settings.source()),
                "subtype=" + escaped(settings.subtype()),
                "use_ino",
                "attr_timeout=" + seconds(remembers ? settings.attrTimeoutNanos() : 0),
                "entry_timeout=" + seconds(remembers ? settings.entryTimeoutNanos() : 0),
                "negative_timeout=" + seconds(settings.negativeTimeoutNanos()),
                "max_readahead=" + settings.maxReadAheadBytes()));
    addIf(options, !hides, "hard_remove");
    addIf(options, isChecked, "default_permissions");
    addIf(options, settings.allowOther(), "allow_other");
    addIf(options, settings.nonEmpty(), "nonempty");
    addIf(options, settings.readOnly(), "ro");
    addIf(options, settings.allowSetId(), "suid");
    addIf(options, settings.allowDevices(), "dev");
    addIf(options, settings.noExecute(), "noexec");
    addIf(options, settings.noAccessTime(), "noatime");
    return options;
  }

  private static void addIf(List<String> options, boolean condition, String option) {
    if (condition) {
      options.add(option);
    }
  }

  private static String seconds(long nanos) {
    return BigDecimal.valueOf(nanos, NANO_DIGITS).toPlainString();
  }

  /** Escapes commas, which would end the option. */
  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace(",", "\\,");
  }
}
