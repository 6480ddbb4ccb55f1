import type { KnownBlock } from "@slack/types";
import type { ConnectionsContext } from "../context.ts";
import { type Check, checking, right, unknown, wrong } from "../../../platform/commands/check.ts";
import {
  addressChecks,
  clockCheck,
  memoryCheck,
  redisChecks,
  versionChecks,
  waitingCheck,
} from "./machine.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { packed, section } from "../../../platform/blocks/text.ts";
import { plural } from "../../../lib/text.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import type { Connection } from "../records.ts";
import { type Finding, probe } from "../probe/probe.ts";

// A person waits. A check that takes longer is a finding of its own.
const timeoutMs = 8_000;

// Each takes several calls of its key's request quota.
const mostConnections = 10;

/** Checks everything that can be set up wrongly, all at once. It never fails as a whole. */
export async function examine(context: ConnectionsContext): Promise<Check[]> {
  const checkArea = (area: string, work: () => Promise<Check | Check[]>) =>
    checking(area, work, { timeoutMs, log: context.log });
  const [workspace, machine] = await Promise.all([
    Promise.all([
      ...context.checks.map((check) => checkArea(check.area, () => check.run(context))),
      checkArea("Connections", () => allConnections(context, checkArea)),
    ]),
    checkArea("Quartermaster itself", () => machineChecks(context, checkArea)),
  ]);
  return [...workspace.flat(), ...machine];
}

type RunCheck = (area: string, work: () => Promise<Check | Check[]>) => Promise<Check[]>;

async function allConnections(context: ConnectionsContext, checkArea: RunCheck): Promise<Check[]> {
  const all = await context.connections.list();
  if (all.length === 0)
    return [
      wrong(
        "Connections",
        "Nothing is connected yet, so I can't create or show anything. Connect a database cloud with `/db admin connect`.",
      ),
    ];
  const checked = all.slice(0, mostConnections);
  const checks = await Promise.all(
    checked.map((each) => checkArea(`Connection \`${each.name}\``, () => connectionChecks(each, context))),
  );
  const rest = all.length - checked.length;
  const more = rest > 0 ? [unknown("Connections", `I didn't check ${rest} more.`)] : [];
  return [...checks.flat(), ...more];
}

/** Only the operator may read what the app runs on. */
async function machineChecks(context: ConnectionsContext, checkArea: RunCheck): Promise<Check[]> {
  const { machine, publicUrl, now } = context;
  if (!(await machine.isOperators())) return [];
  const checks = await Promise.all([
    checkArea("Public address", () => addressChecks(publicUrl)),
    checkArea("Clock", async () => clockCheck(await machine.slackTime(), now())),
    checkArea("Redis", async () => redisChecks(await machine.redis())),
    checkArea("Redis, memory", async () => memoryCheck(await machine.redisMemory())),
    checkArea("Work that waits", async () => waitingCheck(await machine.waiting())),
    checkArea("Versions", async () => versionChecks()),
  ]);
  return checks.flat();
}

/** Tries with few reads what a connection's key can do. */
export async function connectionChecks(
  { name, kind }: Connection,
  context: Pick<ConnectionsContext, "cloudOf" | "services" | "now">,
): Promise<Check[]> {
  const { findings, isUsable } = await probe(context.cloudOf(name), kind, {
    now: context.now(),
    labelsOf: (seen) => context.services.labels(seen),
  });
  const checks = findings
    .filter(({ outcome }) => outcome !== "untried")
    .map((finding) => checkOf(name, finding));
  const area = `Connection ${code(name)}`;
  if (isUsable) return [...checks, unknown(`${area}, more than it needs`, excess)];
  const rotate = code(`/db admin connections rotate ${name}`);
  return [
    ...checks,
    wrong(
      area,
      `Its key can't do anything. Give it a new one with ${rotate}. If the key comes from Quartermaster's environment, change it there.`,
    ),
  ];
}

function checkOf(name: string, { area, outcome, says }: Finding): Check {
  const about = `Connection ${code(name)}, ${area.toLowerCase()}`;
  if (outcome === "works") return right(about, escapeSentence(says));
  const how = outcome === "lacks" ? " If you need that, give the key this right in the cloud's console." : "";
  return wrong(about, `${escapeSentence(says)}${how}`);
}

/** The API does not list what else a key may do. */
const excess =
  "The API doesn't list a key's rights. Check in the cloud's console that it can only read services, backups and costs, and create services if you do that here.";

/** The doctor's reply: first the problems, then what is unknown, then what works. The buttons end it. */
export function examinationReply(checks: readonly Check[], buttons: readonly KnownBlock[] = []): Reply {
  const of = (status: Check["status"]) => checks.filter((check) => check.status === status);
  const wrongs = of("wrong");
  const headline =
    wrongs.length === 0 ? "No problems found." : `*${plural(wrongs.length, "problem")}* found.`;
  const lines = [
    ...listed(":warning: *To fix*", wrongs),
    ...listed("*Couldn't check*", of("unknown")),
    ...listed("*OK*", of("right")),
  ];
  return reply([headline, ...lines].join("\n"), [section(headline), ...packed(lines), ...buttons]);
}

function listed(title: string, checks: readonly Check[]): string[] {
  if (checks.length === 0) return [];
  return [title, ...checks.map(({ area, says }) => `• ${area}: ${says.replaceAll("\n", " ")}`)];
}
