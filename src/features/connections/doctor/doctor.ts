import type { KnownBlock } from "@slack/types";
import type { ConnectionsContext } from "../context.ts";
import { type Check, checking, right, unknown, wrong } from "../../../platform/commands/check.ts";
import {
  addressChecks,
  clockCheck,
  memoryCheck,
  failingChecks,
  modelCheck,
  redisChecks,
  troubleChecks,
  versionChecks,
  waitingCheck,
} from "./machine.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { packed, section } from "../../../platform/blocks/text.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import type { Connection } from "../connection.ts";
import { type Finding, probe } from "../probe/probe.ts";
import * as texts from "./texts.ts";

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
      checkArea(texts.areas.model, () => modelCheck(context.model)),
      checkArea(texts.areas.failing, async () => failingChecks(await context.failing.list())),
      checkArea(texts.areas.connections, () => allConnections(context, checkArea)),
    ]),
    checkArea(texts.areas.machine, () => machineChecks(context, checkArea)),
  ]);
  return [...workspace.flat(), ...machine];
}

type RunCheck = (area: string, work: () => Promise<Check | Check[]>) => Promise<Check[]>;

async function allConnections(context: ConnectionsContext, checkArea: RunCheck): Promise<Check[]> {
  const all = await context.connections.list();
  if (all.length === 0) return [wrong(texts.areas.connections, texts.nothingConnected)];
  const checked = all.slice(0, mostConnections);
  const checks = await Promise.all(
    checked.map((each) => checkArea(texts.connectionArea(each.name), () => connectionChecks(each, context))),
  );
  const rest = all.length - checked.length;
  const more = rest > 0 ? [unknown(texts.areas.connections, texts.moreConnections(rest))] : [];
  return [...checks.flat(), ...more];
}

/** Only the operator may read what the app runs on. */
async function machineChecks(context: ConnectionsContext, checkArea: RunCheck): Promise<Check[]> {
  const { machine, publicUrl, now } = context;
  if (!(await machine.isOperators())) return [];
  const checks = await Promise.all([
    checkArea(texts.areas.publicAddress, () => addressChecks(publicUrl)),
    checkArea(texts.areas.clock, async () => clockCheck(await machine.slackTime(), now())),
    checkArea(texts.areas.redis, async () => redisChecks(await machine.redis())),
    checkArea(texts.areas.redisMemory, async () => memoryCheck(await machine.redisMemory())),
    checkArea(texts.areas.waiting, async () => waitingCheck(await machine.waiting())),
    checkArea(texts.areas.process, async () => troubleChecks(machine.troubles())),
    checkArea(texts.areas.versions, async () => versionChecks()),
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
  if (isUsable) return [...checks, unknown(texts.excessArea(name), texts.excess)];
  return [...checks, wrong(texts.connectionArea(name), texts.useless(name))];
}

function checkOf(name: string, { area, outcome, says }: Finding): Check {
  const about = texts.usesArea(name, area);
  if (outcome === "works") return right(about, escapeSentence(says));
  const how = outcome === "lacks" ? ` ${texts.lacksRight}` : "";
  return wrong(about, `${escapeSentence(says)}${how}`);
}

/** The doctor's reply: first the problems, then what is off or unknown, then what works. The buttons end it. */
export function examinationReply(checks: readonly Check[], buttons: readonly KnownBlock[] = []): Reply {
  const of = (status: Check["status"]) => checks.filter((check) => check.status === status);
  const wrongs = of("wrong");
  const headline = wrongs.length === 0 ? texts.noProblems : texts.problems(wrongs.length);
  const lines = [
    ...listed(texts.toFix, wrongs),
    ...listed(texts.off, of("off")),
    ...listed(texts.notChecked, of("unknown")),
    ...listed(texts.ok, of("right")),
  ];
  return reply([headline, ...lines].join("\n"), [section(headline), ...packed(lines), ...buttons]);
}

function listed(title: string, checks: readonly Check[]): string[] {
  if (checks.length === 0) return [];
  return [title, ...checks.map(({ area, says }) => `• ${area}: ${says.replaceAll("\n", " ")}`)];
}
