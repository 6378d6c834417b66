package io.gigafs.bench.report;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Lines over a common x axis; the y axis begins at 0.
 *
 * @param title with the y axis's unit
 * @param xTitle with the x axis's unit
 */
public record Plot(String title, String xTitle, List<Line> lines) {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 320;

  public Plot {
    lines = List.copyOf(lines);
  }

  /** Draws plots below each other into a PNG file; those without points are left empty. */
  public static void draw(List<Plot> plots, Path file) throws IOException {
    BufferedImage image =
        new BufferedImage(WIDTH, HEIGHT * plots.size(), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      for (Plot plot : plots) {
        plot.chart().paint(graphics, WIDTH, HEIGHT);
        graphics.translate(0, HEIGHT);
      }
    } finally {
      graphics.dispose();
    }
    if (!ImageIO.write(image, "png", file.toFile())) {
      throw new IOException("this Java writes no PNG files");
    }
  }

  private XYChart chart() {
    XYChart chart =
        new XYChartBuilder().width(WIDTH).height(HEIGHT).title(title).xAxisTitle(xTitle).build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    chart.getStyler().setYAxisMin(0.0);
    for (Line line : lines) {
      if (!line.x().isEmpty()) {
        chart.addSeries(line.name(), line.x(), line.y()).setMarker(SeriesMarkers.NONE);
      }
    }
    return chart;
  }
}
