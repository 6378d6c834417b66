package io.gigafs.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure.Goal;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.report.Line;
import io.gigafs.bench.report.Plot;
import io.gigafs.cli.Shell;
import io.gigafs.client.connect.GigaClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how experiments are run, stopped, resumed and reported, with experiments of the test. */
class LaboratoryTest {
  private static final Parameter SIZE = Parameter.number("size", 3, "how large");

  @TempDir Path directory;

  /** The code of an experiment in a test. */
  private interface Body {
    void run(Run run) throws Exception;
  }

  private record Trial(Body body) implements Experiment {
    @Override
    public String name() {
      return "trial";
    }

    @Override
    public String question() {
      return "Is 2 < 3 & is that all?";
    }

    @Override
    public List<Parameter> parameters() {
      return List.of(SIZE);
    }

    @Override
    public void run(Run run) throws Exception {
      body.run(run);
    }
  }

  private Laboratory laboratory() {
    return new Laboratory(Shell.ofThisProcess(GigaClients::connect), directory, 7);
  }

  @Test
  void writesAllResultsOfARun() throws IOException {
    Trial trial =
        new Trial(
            run -> {
              run.figure(new Figure("rate", run.number(SIZE) * 1e6, "1/s", Goal.atLeast(4e6, 5e6)));
              run.figure(new Figure("wait", 5, "ms", Goal.atMost(50, 10)));
              run.grid(new Grid("each", List.of("a", "b")).row("1,5", "say \"x\""));
              run.plot(
                  new Plot(
                      "Over time", "s", "1/s", List.of(new Line("a", List.of(1.0), List.of(2.0)))));
              run.remark("bound by <nothing>");
            });
    Outcome outcome = laboratory().run(trial, Map.of());
    assertThat(outcome.end()).isEqualTo(Outcome.DONE);
    assertThat(outcome.isGood()).isFalse();
    assertThat(directory.resolve("trial"))
        .isDirectoryContaining("glob:**/over-time.png")
        .isDirectoryNotContaining("glob:**/work");
    assertThat(directory.resolve("trial/figures.csv"))
        .hasContent(
            """
            figure,measured,unit,must,stretch,verdict
            rate,"3,000,000",1/s,">= 4,000,000","5,000,000",missed
            wait,5,ms,<= 50,10,stretch
            """);
    assertThat(directory.resolve("trial/each.csv")).hasContent("a,b\n\"1,5\",\"say \"\"x\"\"\"\n");
    assertThat(directory.resolve("trial/result.json"))
        .content()
        .contains("\"end\":\"done\"", "\"seed\":7", "\"size\":\"3\"", "\"verdict\":\"missed\"");
    assertThat(directory.resolve("report.html"))
        .content()
        .contains(
            "Is 2 &lt; 3 &amp; is that all?", "data:image/png;base64,", "bound by &lt;nothing&gt;")
        .doesNotContain("src=\"over");
  }

  @Test
  void failedRunKeepsPartialResults() throws IOException {
    Trial trial =
        new Trial(
            run -> {
              run.figure(Figure.of("first", 1, "1"));
              throw new IOException("no space");
            });
    Outcome outcome = laboratory().run(trial, Map.of());
    assertThat(outcome.end()).isEqualTo("failed: no space");
    assertThat(outcome.isGood()).isFalse();
    assertThat(directory.resolve("trial/figures.csv")).content().contains("first,1,1");
    assertThat(laboratory().isDone(trial)).isFalse();
  }

  @Test
  void interruptStatusIsKeptAfterTheRun() throws IOException {
    Trial trial =
        new Trial(
            run -> {
              Thread.currentThread().interrupt();
              Thread.sleep(60_000);
            });
    Outcome outcome = laboratory().run(trial, Map.of());
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome.end()).isEqualTo("interrupted");
    assertThat(directory.resolve("trial/result.json")).exists();
  }

  @Test
  void runThatFailsDuringStopCountsAsInterrupted() throws Exception {
    Laboratory laboratory = laboratory();
    Thread stopper = new Thread(laboratory::stop);
    Trial trial =
        new Trial(
            run -> {
              // As with Ctrl-C, which may reach servers before this process.
              stopper.start();
              throw new IOException("a server ended");
            });
    Outcome outcome = laboratory.run(trial, Map.of());
    stopper.join();
    assertThat(outcome.end()).isEqualTo("interrupted");
    assertThat(laboratory.isStopped()).isTrue();
    assertThat(laboratory().isDone(trial)).isFalse();
    Thread.interrupted();
  }

  @Test
  void runThatFailsByInterruptCountsAsInterrupted() throws IOException {
    Laboratory laboratory = laboratory();
    Trial trial =
        new Trial(
            run -> {
              laboratory.stop();
              assertThat(Thread.interrupted()).isTrue();
              throw new IOException("a file was closed by an interrupt");
            });
    assertThat(laboratory.run(trial, Map.of()).end()).isEqualTo("interrupted");
  }

  @Test
  void stopAfterTheRunHasNoEffect() throws IOException {
    Laboratory laboratory = laboratory();
    Outcome outcome = laboratory.run(new Trial(run -> {}), Map.of());
    laboratory.stop();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(outcome.end()).isEqualTo(Outcome.DONE);
  }

  @Test
  void completedRunIsRecognized() throws IOException {
    Trial trial = new Trial(run -> Files.writeString(run.directory().resolve("data"), "x"));
    assertThat(laboratory().isDone(trial)).isFalse();
    laboratory().run(trial, Map.of("size", "4_000"));
    assertThat(laboratory().isDone(trial)).isTrue();
  }

  @Test
  void refusesUnknownSettings() {
    Trial trial = new Trial(run -> {});
    assertThatThrownBy(() -> laboratory().run(trial, Map.of("sise", "1")))
        .hasMessage("trial has no setting 'sise'; it has size");
  }

  @Test
  void invalidNumberNamesItsSetting() throws IOException {
    Trial trial = new Trial(run -> run.number(SIZE));
    assertThat(laboratory().run(trial, Map.of("size", "-1")).end())
        .isEqualTo("failed: size (how large) cannot be '-1'");
  }
}
