import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { notListed } from "../../src/features/services/lost-response/texts.ts";
import {
  type RequestProgress,
  provisioningRequests,
} from "../../src/features/services/provisioning/progress.ts";
import type { Sandbox } from "./replicas.ts";
import type { FilledForm } from "./submissions.ts";

/** A request's end, as a row of the table. */
type End =
  | "created, answered"
  | "created, found in the list"
  | "failed, refused"
  | "failed, not in the list"
  | "unknown, asked";

/** All facts about one request after a run. */
export interface Outcome {
  name: string;
  progress: RequestProgress;
  end: End;
  /** The ids of the services of its name at the reference server. */
  services: string[];
  /** The number of posts, without those that the server answered with 429. */
  posts: number;
}

const Services = z.array(z.looseObject({ id: z.string(), name: z.string() }));
const Requests = z.array(
  z.looseObject({
    operation: z.string().optional(),
    status: z.number().nullish(),
    body: z.looseObject({ name: z.string() }).optional(),
  }),
);

const maxWaitMs = 200_000;

/** Waits until every request has an end, and compares it with the reference server. */
export async function outcomesOf(
  sandbox: Sandbox,
  forms: readonly FilledForm[],
  waitMs = maxWaitMs,
): Promise<Outcome[]> {
  const ended = await ends(provisioningRequests(sandbox.redis, sandbox.slack.teamId), forms, waitMs);
  const control = async (path: string) => (await fetch(`${sandbox.cloud.controlUrl}${path}`)).json();
  const services = Map.groupBy(Services.parse(await control("/services")), ({ name }) => name);
  const creations = Requests.parse(await control("/requests")).filter(
    ({ operation, status }) => operation === "createService" && status !== 429,
  );
  const posts = Map.groupBy(creations, ({ body }) => body?.name);
  return forms.flatMap(({ name }, index) => {
    const progress = ended[index];
    const end = endOf(progress);
    if (!progress || !end) return [];
    const ids = (services.get(name) ?? []).map(({ id }) => id);
    return [{ name, progress, end, services: ids, posts: posts.get(name)?.length ?? 0 }];
  });
}

/** The status of each once all have ended, or after the longest wait. */
async function ends(
  log: ReturnType<typeof provisioningRequests>,
  forms: readonly FilledForm[],
  waitMs: number,
): Promise<(RequestProgress | undefined)[]> {
  const find = (asked: readonly FilledForm[]) =>
    Promise.all(asked.map(({ requestId }) => log.find(requestId)));
  let open = forms;
  for (const deadlineMs = Date.now() + waitMs; ;) {
    const found = await find(open);
    // Only those without an end are read repeatedly. All are read once more when none is left.
    open = open.filter((_, index) => endOf(found[index]) === undefined);
    if (open.length === 0 || Date.now() > deadlineMs) return find(forms);
    await sleep(250);
  }
}

function endOf(progress: RequestProgress | undefined): End | undefined {
  switch (progress?.status) {
    case "created":
      return progress.password.fate === "lost" ? "created, found in the list" : "created, answered";
    case "failed":
      return progress.message.endsWith(notListed("")) ? "failed, not in the list" : "failed, refused";
    case "unknown":
      return progress.asked && progress.askedIn ? "unknown, asked" : undefined;
    default:
      return undefined;
  }
}

/** The requests of a run by their end, as a small table. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const byEnd = Map.groupBy(outcomes, ({ end }) => end);
  const rows = [...byEnd].map(([end, { length }]) => [end, length] as const);
  rows.sort(([a], [b]) => a.localeCompare(b));
  return [...rows, ["in all", outcomes.length] as const]
    .map(([end, count]) => `  ${end.padEnd(28)}${String(count).padStart(6)}`)
    .join("\n");
}

/** The broken rules, each as a sentence with the request's name. */
export function contradictions(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ name, progress, services, posts }) => [
    ...(posts > 1 ? [`${name} was posted ${posts} times`] : []),
    ...(services.length > 1 ? [`${name} is there ${services.length} times`] : []),
    ...(progress.status === "created" && services[0] !== progress.serviceId
      ? [`${name} is kept as created, and the server has not that service`]
      : []),
    ...(progress.status === "failed" && services.length > 0
      ? [`${name} is kept as failed, and the server has it`]
      : []),
  ]);
}
