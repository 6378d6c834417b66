package io.gigafs.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A self-contained HTML page under construction, with embedded pictures. Not thread-safe.
 *
 * <p>Callers pass unescaped text.
 */
public final class Page {
  private static final String STYLE =
      "body{font:15px/1.5 sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222}"
          + "table{border-collapse:collapse;margin:1rem 0}"
          + "td,th{border-bottom:1px solid #ddd;padding:.2rem .8rem;text-align:left}"
          + "img{max-width:100%}.missed{color:#b00}.must,.stretch{color:#070}.number{text-align:right}"
          + "small{color:#666;display:block}";

  private static final List<String> VERDICTS = List.of("missed", "must", "stretch");
  private static final Pattern NUMBER = Pattern.compile("([<>]= )?[0-9][0-9,]*([.][0-9]+)?");

  private final StringBuilder text = new StringBuilder();

  public Page heading(int level, String heading) {
    return element("h" + level, heading);
  }

  public Page paragraph(String sentence) {
    return element("p", sentence);
  }

  public Page small(String sentence) {
    return element("small", sentence);
  }

  private Page element(String tag, String content) {
    text.append('<').append(tag).append('>').append(escaped(content));
    text.append("</").append(tag).append(">\n");
    return this;
  }

  /** Adds a table. A cell that is a verdict has its colour. */
  public Page grid(Grid grid) {
    text.append("<table>\n");
    row("th", grid.columns());
    grid.rows().forEach(row -> row("td", row));
    text.append("</table>\n");
    return this;
  }

  private void row(String tag, List<String> cells) {
    text.append("<tr>");
    for (String cell : cells) {
      text.append('<').append(tag).append(style(tag, cell)).append('>').append(escaped(cell));
      text.append("</").append(tag).append('>');
    }
    text.append("</tr>\n");
  }

  private static String style(String tag, String cell) {
    if (tag.equals("td") && VERDICTS.contains(cell)) {
      return " class=\"" + cell + '"';
    }
    return NUMBER.matcher(cell).matches() ? " class=\"number\"" : "";
  }

  /** Embeds a picture. */
  public Page image(Path png) throws IOException {
    text.append("<p><img alt=\"").append(escaped(png.getFileName().toString()));
    text.append("\" src=\"data:image/png;base64,");
    text.append(Base64.getEncoder().encodeToString(Files.readAllBytes(png))).append("\"></p>\n");
    return this;
  }

  /** Adds a part that was written with {@link #writePart}. */
  public Page part(Path file) throws IOException {
    text.append(Files.readString(file));
    return this;
  }

  /** Writes the current contents as a part for another page. */
  public void writePart(Path file) throws IOException {
    Files.writeString(file, text);
  }

  /** Writes the whole page. */
  public void write(String title, Path file) throws IOException {
    Files.writeString(
        file,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>"
            + escaped(title)
            + "</title><style>"
            + STYLE
            + "</style></head><body>\n"
            + text
            + "</body></html>\n");
  }

  private static String escaped(String content) {
    return content
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
