package io.gigafs.server.command;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.NumberedNames;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * A random sample of the files that were made: each must have the attributes that it was made with.
 * As many names that were not made must not exist.
 *
 * @param wrong descriptions of the first few deviations
 */
record DemoSample(int asked, List<String> wrong) {
  private static final int MODE = 0644;
  private static final int KEPT = 5;
  private static final int AT_ONCE = 64;

  DemoSample {
    wrong = List.copyOf(wrong);
  }

  static DemoSample take(
      AsyncGigaClient client,
      GigaPath directory,
      Caller owner,
      int made,
      int size,
      SplittableRandom random) {
    List<String> wrong = new ArrayList<>();
    for (int asked = 0; asked < size; asked += AT_ONCE) {
      List<CompletableFuture<String>> answers = new ArrayList<>();
      for (int i = asked; i < Math.min(size, asked + AT_ONCE); i++) {
        GigaPath present = directory.child(NumberedNames.of(random.nextLong(made)));
        GigaPath absent = directory.child(NumberedNames.of(made + random.nextLong(made)));
        answers.add(
            client
                .stat(present)
                .handle((its, thrown) -> checkPresent(present, its, thrown, owner)));
        answers.add(client.stat(absent).handle((its, thrown) -> checkAbsent(absent, thrown)));
      }
      for (CompletableFuture<String> answer : answers) {
        String complaint = answer.join();
        if (!complaint.isEmpty() && wrong.size() < KEPT) {
          wrong.add(complaint);
        }
      }
    }
    return new DemoSample(size, wrong);
  }

  boolean isRight() {
    return wrong.isEmpty();
  }

  private static String checkPresent(
      GigaPath path,
      @org.jspecify.annotations.Nullable FileAttributes its,
      @org.jspecify.annotations.Nullable Throwable thrown,
      Caller owner) {
    if (its == null) {
      return path + ": " + (thrown == null ? "no answer" : ErrorText.of(thrown));
    }
    boolean right =
        its.type() == FileType.REGULAR
            && its.mode() == MODE
            && its.size() == 0
            && its.uid() == owner.uid()
            && its.gid() == owner.gid();
    return right ? "" : path + " has other attributes than it was made with: " + its;
  }

  private static String checkAbsent(
      GigaPath path, @org.jspecify.annotations.Nullable Throwable thrown) {
    if (thrown == null) {
      return path + " exists although nobody made it";
    }
    boolean right =
        ErrorText.unwrap(thrown) instanceof GigaException e && e.code() == ErrorCode.ENOENT;
    return right ? "" : path + ": " + ErrorText.of(thrown);
  }
}
