package io.gigafs.server.quota;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.quota.UsageRequest;
import io.gigafs.protocol.quota.UsageRequest.UsageResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.LocalQuota;
import io.gigafs.server.partition.LocalQuotas;
import org.jspecify.annotations.Nullable;

/** Reports this server's usage of a quota. Safe for use by several threads. */
final class UsageReporter {
  private static final int RETRY_LATER_MILLIS = 50;

  private final ServerContext context;
  private final LocalQuotas localQuotas;

  UsageReporter(ServerContext context, LocalQuotas localQuotas) {
    this.context = context;
    this.localQuotas = localQuotas;
  }

  /**
   * Takes part in a count, or only reports. Usage that the report leaves out may be granted to
   * others, so its removal must be durable before: a crash must not bring it back.
   */
  public void report(UsageRequest request, Exchange<UsageResult> exchange) {
    if (!localQuotas.isComplete()) {
      exchange.answer(
          new Answer.Retry<>(RETRY_LATER_MILLIS, "the server still counts usage after a start"));
      return;
    }
    LocalQuota share = localQuotas.of(request.domain());
    if (request.count().isNone()) {
      exchange.answer(
          new Answer.Done<>(
              new UsageResult(true, share.epoch().number(), share.used(), QuotaUsage.NOTHING)));
      return;
    }
    LocalQuota.@Nullable ReportedUsage reported = share.cut(request.count());
    if (reported == null) {
      exchange.answer(
          new Answer.Done<>(
              new UsageResult(
                  false, share.epoch().number(), QuotaUsage.NOTHING, QuotaUsage.NOTHING)));
      return;
    }
    UsageResult result =
        new UsageResult(true, request.count().number(), reported.used(), reported.leaving());
    if (context.view().get().servers().size() == 1) {
      exchange.answer(new Answer.Done<>(result));
      return;
    }
    context.syncs().answer(exchange, result);
  }
}
