package io.gigafs.server.command;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * A settings file: Java properties in UTF-8, with the names of {@link ServerSetting}. Errors are
 * rejected with the file's name and the line.
 */
final class SettingsFile {
  private SettingsFile() {}

  static Map<ServerSetting, GivenSetting> read(Path file) {
    return parse(file.toString(), lines(file));
  }

  static Map<ServerSetting, GivenSetting> parse(String file, List<String> lines) {
    Map<ServerSetting, GivenSetting> settings = new EnumMap<>(ServerSetting.class);
    for (int at = 0; at < lines.size(); at++) {
      int first = at;
      StringBuilder logical = new StringBuilder(lines.get(at));
      while (isContinued(logical) && at + 1 < lines.size()) {
        logical.append('\n').append(lines.get(++at));
      }
      add(settings, file + " line " + (first + 1), logical.toString());
    }
    return settings;
  }

  private static void add(
      Map<ServerSetting, GivenSetting> settings, String source, String logicalLine) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(logicalLine));
    } catch (IOException | IllegalArgumentException e) {
      throw CommandException.usage(source + ": not a line of Java properties: " + e.getMessage());
    }
    for (String key : properties.stringPropertyNames()) {
      ServerSetting setting =
          ServerSetting.ofKey(key)
              .orElseThrow(
                  () ->
                      CommandException.usage(
                          source + ": there is no setting '" + key + "'; there are " + keys()));
      GivenSetting given =
          new GivenSetting(properties.getProperty(key).strip(), source + ": " + key);
      GivenSetting before = settings.put(setting, given);
      if (before != null) {
        throw given.refuse("given before, at " + before.source());
      }
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw CommandException.usage("--config: there is no file " + file);
    } catch (CharacterCodingException e) {
      throw CommandException.usage("--config: " + file + " is not a text in UTF-8");
    } catch (IOException e) {
      throw CommandException.usage("--config: cannot read " + file + ": " + ErrorText.of(e));
    }
  }

  /** Whether a line ends in an odd number of backslashes and is not a comment. */
  private static boolean isContinued(CharSequence line) {
    String text = line.toString();
    String start = text.stripLeading();
    if (start.startsWith("#") || start.startsWith("!")) {
      return false;
    }
    int backslashes = 0;
    while (backslashes < text.length() && text.charAt(text.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  private static String keys() {
    return Arrays.stream(ServerSetting.values())
        .map(ServerSetting::key)
        .collect(Collectors.joining(", "));
  }
}
