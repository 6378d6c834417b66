package io.gigafs.cli.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cli.ClusterAddress;
import io.gigafs.cli.CommandException;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.ClientSettings.AttributeCacheSettings;
import io.gigafs.client.ClientSettings.ClientMemory;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.DataCacheSettings;
import io.gigafs.client.DelegationSettings;
import io.gigafs.fuse.MountBinding;
import io.gigafs.fuse.MountOptions;
import io.gigafs.fuse.binding.MountSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests mount options and the settings that they give. */
class OptionListTest {
  private static final ClusterAddress CLUSTER = ClusterAddress.parse("giga://a:1,b:2/");

  private static OptionList list(String... texts) {
    return new OptionList(List.of(texts));
  }

  private static MountSettings settings(String... texts) {
    return list(texts).settings(CLUSTER.toString(), false);
  }

  @Test
  void emptyListGivesTheDefaults() {
    assertThat(settings()).isEqualTo(MountSettings.of("giga://a:1,b:2/"));
    assertThat(list().options(false)).isEqualTo(MountOptions.DEFAULT);
    assertThat(list().client(CLUSTER))
        .isEqualTo(
            ClientSettings.builder(CLUSTER.contacts())
                .attributeCacheSettings(
                    new AttributeCacheSettings(
                        OptionList.usualAttributeCacheSize(Runtime.getRuntime().maxMemory()),
                        Duration.ofMillis(500)))
                .delegation(DelegationSettings.DEFAULT)
                .build());
    assertThat(list("dirsync").client(CLUSTER).delegation()).isEqualTo(DelegationSettings.NEVER);
  }

  @Test
  void optionsAreParsed() {
    MountSettings settings =
        settings("ro,attr_timeout=2.5,entry_timeout=3s,negative_timeout=0", "threads=3,noatime");
    assertThat(settings.readOnly()).isTrue();
    assertThat(settings.noAccessTime()).isTrue();
    assertThat(settings.attrTimeout()).isEqualTo(Duration.ofMillis(2_500));
    assertThat(settings.entryTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(settings.negativeTimeout()).isZero();
    assertThat(settings.threads()).isEqualTo(3);
    assertThat(list("noatime").options(false).accessTimes()).isFalse();
    MountOptions options = list("ro,uid=4294967294,gid=7,umask=027,novirtual").options(false);
    assertThat(options).isEqualTo(new MountOptions(true, -2, 7, 027, true, false, false, false));
    ClientSettings client = list("data_path=symlink,timeout=5s,connections=2").client(CLUSTER);
    assertThat(client.dataPath()).isEqualTo(DataPath.SYMLINK);
    assertThat(list("data_path=symlink").options(false).volumeLinks()).isTrue();
    assertThat(list("data_path=symlink,ro").options(false).volumeLinks()).isFalse();
    assertThat(list("data_path=client").options(false).volumeLinks()).isFalse();
    assertThat(client.timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(client.connectionsPerServer()).isEqualTo(2);
    assertThat(list("cache_size=1G,buffer_size=2M").client(CLUSTER).memory())
        .isEqualTo(new ClientMemory(1L << 30, 2L << 20));
    assertThat(list("cache_size=0").client(CLUSTER).memory().cacheBytes()).isZero();
  }

  @Test
  void bindingDefaultsToThatOfTheSystem() {
    assertThat(list().binding()).isEqualTo(MountBinding.ofThisSystem());
    assertThat(list("binding=kernel").binding()).isEqualTo(MountBinding.KERNEL);
    assertThat(list("binding=jnr-fuse").binding()).isEqualTo(MountBinding.JNR_FUSE);
    assertThatThrownBy(() -> list("binding=fuse3").binding())
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("-o binding: there is no binding 'fuse3', but kernel, jnr-fuse");
  }

  @ParameterizedTest
  @CsvSource({"536870912, 76260", "6442450944, 915120", "68719476736, 1048576"})
  void attributeCacheTakesASixteenthOfTheHeap(long heapBytes, int files) {
    assertThat(OptionList.usualAttributeCacheSize(heapBytes)).isEqualTo(files);
  }

  @Test
  void attributeCacheTimeFollowsTheKernelTimeout() {
    assertThat(list("cache_names=9,attr_timeout=0.2").client(CLUSTER).attributeCacheSettings())
        .isEqualTo(new AttributeCacheSettings(9, Duration.ofMillis(200)));
    assertThat(list("attr_timeout=0").client(CLUSTER).attributeCacheSettings().trusted()).isZero();
    assertThat(list("attr_timeout=60").client(CLUSTER).attributeCacheSettings().trusted())
        .isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void dataIsCachedOnlyOnDemand() {
    assertThat(list("ro").client(CLUSTER).dataCache()).isNull();
    assertThat(list("data_cache=/ssd/c").client(CLUSTER).dataCache())
        .isEqualTo(DataCacheSettings.of(Path.of("/ssd/c"), DataCacheSettings.DEFAULT_BYTES));
    assertThat(list("data_cache=/ssd/c,data_cache_size=100G").client(CLUSTER).dataCache())
        .isEqualTo(DataCacheSettings.of(Path.of("/ssd/c"), 100L << 30));
  }

  @Test
  void lastOptionWins() {
    assertThat(settings("ro,rw").readOnly()).isFalse();
    assertThat(settings("suid,nosuid").allowSetId()).isFalse();
    assertThat(settings("nosuid,suid").allowSetId()).isTrue();
    assertThat(settings("threads=3,threads=5").threads()).isEqualTo(5);
  }

  @Test
  void rootMountsForAll() {
    assertThat(list().settings(CLUSTER.toString(), true).allowOther()).isTrue();
    assertThat(list("noallow_other").settings(CLUSTER.toString(), true).allowOther()).isFalse();
    assertThat(settings("allow_other").allowOther()).isTrue();
  }

  @Test
  void kernelChecksPermissionsOnSharedMounts() {
    assertThat(list().options(true).kernelChecks()).isTrue();
    assertThat(list().options(false).kernelChecks()).isFalse();
    assertThat(list("allow_other").options(false).kernelChecks()).isTrue();
    assertThat(list("noallow_other").options(true).kernelChecks()).isFalse();
    assertThat(list("nodefault_permissions").options(true).kernelChecks()).isFalse();
    assertThat(list("default_permissions").options(false).kernelChecks()).isTrue();
    assertThat(list("umask=022").options(true).kernelChecks()).isFalse();
    assertThatThrownBy(() -> list("default_permissions,uid=7").options(true))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("goes with neither uid, gid nor umask");
  }

  @Test
  void optionsOfMountAreIgnored() {
    assertThat(settings("defaults,_netdev,x-systemd.automount,x-a=b,,nofail"))
        .isEqualTo(settings());
  }

  @Test
  void escapedCommasArePartOfTheValue() {
    assertThat(settings("fsname=a\\,b,ro").source()).isEqualTo("a,b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          bogus            | there is no option 'bogus'
          ro=1             | ro takes no value
          threads          | threads takes a value
          threads=x        | threads
          threads=0        | threads is at least 1
          umask=8          | '8' is no octal number
          umask=1000       | umask
          uid=me           | 'me' is no number
          attr_timeout=-1  | attr_timeout
          data_path=fast   | data_path
          max_write=1      | max_write
          timeout=0        | timeout
          cache_size=much  | cache_size
          cache_names=-1   | must not be negative, but are -1
          buffer_size=1    | buffer-size is at least 1 MiB
          data_cache_size=1G | goes with data_cache
          data_cache=      | takes a directory
          data_cache=/c,data_cache_size=1M | at least 64 MiB
          """)
  void invalidOptionsAreRefused(String text, String complaint) {
    assertThatThrownBy(
            () -> {
              OptionList list = list(text);
              list.settings(CLUSTER.toString(), false);
              list.options(false);
              list.client(CLUSTER);
            })
        .hasMessageContaining("-o")
        .hasMessageContaining(complaint);
  }
}
