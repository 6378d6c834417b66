package io.gigafs.bench.report;

import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Lines over a common x axis, with a y axis that begins at 0.
 *
 * @param xTitle with the unit
 * @param yTitle with the unit
 * @param scale of the x axis
 */
public record Plot(String title, String xTitle, String yTitle, Scale scale, List<Line> lines)
    implements Picture {
  /** A line with at most this number of points shows a marker at each. */
  private static final int MAX_MARKED_POINTS = 20;

  private static final int MARKER_PIXELS = 7;

  /** The scale of an axis. */
  public enum Scale {
    LINEAR,
    /** Equal factors at equal distances: for values that double, all above 0. */
    LOGARITHMIC
  }

  public Plot {
    lines = List.copyOf(lines);
  }

  /** A plot with a linear x axis. */
  public Plot(String title, String xTitle, String yTitle, List<Line> lines) {
    this(title, xTitle, yTitle, Scale.LINEAR, lines);
  }

  @Override
  public XYChart chart() {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    Picture.style(chart.getStyler());
    chart.getStyler().setMarkerSize(MARKER_PIXELS);
    chart.getStyler().setXAxisLogarithmic(scale == Scale.LOGARITHMIC);
    for (Line line : lines) {
      if (!line.x().isEmpty()) {
        XYSeries series = chart.addSeries(line.name(), line.x(), line.y());
        if (line.x().size() > MAX_MARKED_POINTS) {
          series.setMarker(SeriesMarkers.NONE);
        }
      }
    }
    return chart;
  }
}
