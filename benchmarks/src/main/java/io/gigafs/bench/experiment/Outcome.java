package io.gigafs.bench.experiment;

import io.gigafs.bench.report.Grid;
import io.gigafs.bench.report.Page;
import io.gigafs.bench.report.Picture;
import io.gigafs.cli.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The outcome of a run, and its files: result.json, a CSV file for each table, a PNG file for each
 * plot, and part.html, from which a report is assembled.
 *
 * @param end done, interrupted, or the reason of a failure
 */
public record Outcome(
    Experiment experiment, Run run, Map<String, String> facts, Instant began, String end) {
  public static final String DONE = "done";
  public static final String INTERRUPTED = "interrupted";
  static final String RESULT = "result.json";
  static final String PART = "part.html";

  /** The figures as a table. */
  public Grid figures() {
    Grid grid =
        new Grid("figures", List.of("figure", "measured", "unit", "must", "stretch", "verdict"));
    run.figures().forEach(figure -> grid.row(figure.cells()));
    return grid;
  }

  /** All tables, with that of the figures first if there are any. */
  public List<Grid> tables() {
    List<Grid> tables = new ArrayList<>(run.figures().isEmpty() ? List.of() : List.of(figures()));
    tables.addAll(run.grids());
    return tables;
  }

  /** Whether the run completed and no figure missed its required goal. */
  public boolean isGood() {
    return end.equals(DONE)
        && run.figures().stream().noneMatch(figure -> figure.verdict().equals("missed"));
  }

  public JsonObject toJson() {
    JsonObject settings = new JsonObject();
    run.parameters().asMap().forEach(settings::put);
    JsonObject machine = new JsonObject();
    facts.forEach(machine::put);
    JsonObject tables = new JsonObject();
    for (Grid grid : run.grids()) {
      tables.put(
          grid.title(), new JsonObject().put("columns", grid.columns()).put("rows", grid.rows()));
    }
    return new JsonObject()
        .put("experiment", experiment.name())
        .put("question", experiment.question())
        .put("end", end)
        .put("began", began.truncatedTo(ChronoUnit.SECONDS).toString())
        .put("seconds", ChronoUnit.MILLIS.between(began, Instant.now()) / 1e3)
        .put("seed", run.seed())
        .put("settings", settings)
        .put("machine", machine)
        .put("figures", run.figures().stream().map(Figure::toJson).toList())
        .put("tables", tables)
        .put("remarks", run.remarks());
  }

  /** Writes all files into a directory. The result comes last and proves that the others exist. */
  public void write(Path directory) throws IOException {
    Page page =
        new Page()
            .heading(2, experiment.name())
            .paragraph(experiment.question())
            .small(began.truncatedTo(ChronoUnit.SECONDS) + "; " + listed(facts))
            .small("Settings: " + listed(run.parameters().asMap()));
    if (!run.figures().isEmpty()) {
      page.grid(figures());
    }
    if (!end.equals(DONE)) {
      page.paragraph("This run is incomplete: " + end);
    }
    run.remarks().forEach(page::paragraph);
    for (Picture plot : run.plots()) {
      Path png = directory.resolve(fileName(plot.title()) + ".png");
      Picture.draw(List.of(plot), png);
      page.image(png);
    }
    for (Grid grid : run.grids()) {
      grid.write(directory.resolve(fileName(grid.title()) + ".csv"));
      page.heading(3, grid.title()).grid(grid);
    }
    figures().write(directory.resolve("figures.csv"));
    page.writePart(directory.resolve(PART));
    Files.writeString(directory.resolve(RESULT), toJson() + "\n");
  }

  private static String listed(Map<String, String> all) {
    return all.entrySet().stream()
        .map(each -> each.getKey().replace('_', ' ') + " " + each.getValue())
        .collect(Collectors.joining("; "));
  }

  private static String fileName(String title) {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
  }

  /** Assembles one page from the parts of all experiments in a directory. */
  public static Path report(Path directory) throws IOException {
    List<Path> parts = new ArrayList<>();
    try (var children = Files.list(directory)) {
      children.map(child -> child.resolve(PART)).filter(Files::exists).sorted().forEach(parts::add);
    }
    Page page = new Page().heading(1, "Giga, measured");
    for (Path part : parts) {
      page.part(part);
    }
    Path report = directory.resolve("report.html");
    page.write("Giga, measured", report);
    return report;
  }
}
