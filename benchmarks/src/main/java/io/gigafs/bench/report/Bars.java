package io.gigafs.bench.report;

import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;

/**
 * Groups of bars side by side, with a y axis that begins at 0.
 *
 * @param xTitle title of the groups
 * @param yTitle with the unit
 * @param groups the label of each group
 * @param bars one series per colour, each with a value for each group
 */
public record Bars(
    String title, String xTitle, String yTitle, List<String> groups, List<Series> bars)
    implements Picture {
  /**
   * Bars of one colour.
   *
   * @param name for the legend
   */
  public record Series(String name, List<Double> values) {
    public Series {
      values = List.copyOf(values);
    }
  }

  public Bars {
    groups = List.copyOf(groups);
    bars = List.copyOf(bars);
  }

  @Override
  public CategoryChart chart() {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    Picture.style(chart.getStyler());
    chart.getStyler().setLegendVisible(bars.size() > 1);
    if (!groups.isEmpty()) {
      bars.forEach(series -> chart.addSeries(series.name(), groups, series.values()));
    }
    return chart;
  }
}
