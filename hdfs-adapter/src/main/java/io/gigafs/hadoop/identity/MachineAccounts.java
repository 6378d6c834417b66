package io.gigafs.hadoop.identity;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up the accounts of this machine, if possible without a child process: in passwd(5) and
 * group(5) if nsswitch.conf(5) lists files first. If the C library, called by the JVM, does not
 * know a name, no further query is needed. Only the remaining cases use getent(1).
 */
final class MachineAccounts implements NameService {
  static final String PASSWD = "passwd";
  static final String GROUP = "group";

  private static final Logger LOG = LoggerFactory.getLogger(MachineAccounts.class);
  private static final int ID_FIELD = 2;

  private final NameService others;
  private final Path etc;

  MachineAccounts(NameService others) {
    this(others, Path.of("/etc"));
  }

  MachineAccounts(NameService others, Path etc) {
    this.others = others;
    this.etc = etc;
  }

  @Override
  public List<String> find(String database, String key) {
    if (key.isEmpty() || key.indexOf(':') >= 0) {
      return List.of();
    }
    boolean isNumber = key.chars().allMatch(c -> c >= '0' && c <= '9');
    if (areFilesFirst(database)) {
      List<String> found = inFile(database, key, isNumber);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return isNumber || mayExist(database, key) ? others.find(database, key) : List.of();
  }

  private boolean areFilesFirst(String database) {
    for (String line : lines("nsswitch.conf")) {
      String[] words = line.strip().split("[:\\s]+", -1);
      if (words[0].equals(database)) {
        return words.length > 1 && (words[1].equals("files") || words[1].equals("compat"));
      }
    }
    return true;
  }

  private List<String> inFile(String database, String key, boolean isNumber) {
    for (String line : lines(database)) {
      String[] fields = line.split(":", -1);
      if (fields.length > ID_FIELD && fields[isNumber ? ID_FIELD : 0].equals(key)) {
        return List.of(fields);
      }
    }
    return List.of();
  }

  private List<String> lines(String file) {
    try {
      return Files.readAllLines(etc.resolve(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      LOG.debug("{} is not read", etc.resolve(file), e);
      return List.of();
    }
  }

  /** Whether the C library knows the name; true if that is unknown. */
  private static boolean mayExist(String database, String name) {
    UserPrincipalLookupService lookup = FileSystems.getDefault().getUserPrincipalLookupService();
    try {
      if (database.equals(GROUP)) {
        lookup.lookupPrincipalByGroupName(name);
      } else {
        lookup.lookupPrincipalByName(name);
      }
      return true;
    } catch (UserPrincipalNotFoundException e) {
      return false;
    } catch (IOException e) {
      LOG.debug("looking {} up in {} failed", name, database, e);
      return true;
    }
  }
}
