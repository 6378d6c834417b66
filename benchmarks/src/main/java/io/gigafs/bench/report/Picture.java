package io.gigafs.bench.report;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;

/** A chart of a report. */
public sealed interface Picture permits Plot, Bars {
  /** The width of all pictures, in pixels. */
  int WIDTH = 900;

  /** The height of each picture, in pixels. */
  int HEIGHT = 320;

  String title();

  /** The chart in the size of a picture. */
  Chart<?, ?> chart();

  /** Draws pictures below each other into a PNG file. Charts without points are drawn empty. */
  static void draw(List<? extends Picture> pictures, Path file) throws IOException {
    BufferedImage image =
        new BufferedImage(WIDTH, HEIGHT * pictures.size(), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      for (Picture picture : pictures) {
        picture.chart().paint(graphics, WIDTH, HEIGHT);
        graphics.translate(0, HEIGHT);
      }
    } finally {
      graphics.dispose();
    }
    if (!ImageIO.write(image, "png", file.toFile())) {
      throw new IOException("this Java writes no PNG files");
    }
  }

  /** Applies the common style of all pictures. */
  static void style(AxesChartStyler styler) {
    styler.setLegendPosition(LegendPosition.OutsideE);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setYAxisMin(0.0);
    styler.setYAxisDecimalPattern("#,###.###");
  }
}
