import type { ProgressOf, RequestProgress } from "../provisioning/progress.ts";
import { foldName } from "../../../lib/text.ts";
import { type Lost, type Verdict, mayBeCalled, verdictOn } from "./verdict.ts";
import { showsByMs } from "../../../platform/jobs/request-log/lost-response.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { Submission, type ProvisioningRequest } from "../provisioning/submission.ts";

type Unknown = ProgressOf<"unknown">;

/** How far the cloud's clock and ours may be apart. This is short: a longer one takes more services of others for ours. */
const cloudClockToleranceMs = minuteMs;

/** What a list of services that was asked for no earlier than then says of this request; fails as the list does. */
export async function findVerdict(
  provisioning: ProvisioningRequest,
  unknown: Unknown,
  since: Date,
): Promise<Verdict> {
  const { requestId, submission, context } = provisioning;
  const name = foldName(submission.request.name);
  const services = (await context.servicesSince(submission.connection, since)).filter((service) =>
    mayBeCalled(service.name, name),
  );
  // In this order: whoever made one of these services was on record before the list was answered, and a request
  // that has its outcome by now has its service attributed to it before that.
  const others = await otherLost(provisioning, name);
  const origins = await context.origins.of(services.map(({ id }) => id));
  const listed = services.map((service, index) => ({ service, origin: origins[index] }));
  return verdictOn(lost(requestId, submission, unknown, context), others, listed);
}

/** The other requests of this name and connection that have no outcome yet. */
async function otherLost(
  { requestId, submission, context }: ProvisioningRequest,
  name: string,
): Promise<Lost[]> {
  const ids = await context.unresolved.named(name, submission.connection);
  const others = await Promise.all(ids.filter((id) => id !== requestId).map((id) => lostOf(id, context)));
  return others.filter((other) => other !== undefined);
}

async function lostOf(requestId: string, context: ProvisioningRequest["context"]): Promise<Lost | undefined> {
  const progress = await context.requests.find(requestId);
  if (progress && "sentAt" in progress) {
    const { data: submission } = Submission.safeParse(await context.requests.submission(requestId));
    return submission && lost(requestId, submission, progress, context);
  }
  // One without progress is not sent yet, and what it may make is not in a list that is here already.
  if (progress) await context.unresolved.drop(requestId);
  return undefined;
}

function lost(
  requestId: string,
  { request }: Submission,
  progress: Extract<RequestProgress, { sentAt: string }>,
  context: ProvisioningRequest["context"],
): Lost {
  const since = new Date(Date.parse(progress.sentAt) - cloudClockToleranceMs);
  const facts = { requestId, request, since };
  if (progress.status !== "unknown") return { ...facts, until: undefined, open: true };
  const shownMs = showsByMs(progress, context.limits);
  // What its process abandoned may reach the cloud whenever that process goes on.
  const untilMs = progress.abandoned ? Math.max(shownMs, context.now().getTime()) : shownMs;
  return {
    ...facts,
    until: new Date(untilMs + cloudClockToleranceMs),
    open: context.now().getTime() < shownMs,
  };
}
