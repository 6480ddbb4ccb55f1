import type { ConnectionsContext } from "../context.ts";
import { type Check, looking, unknown, wrong } from "../../../platform/commands/check.ts";
import { addressChecks } from "./address.ts";
import { versionChecks, waitingCheck } from "./app.ts";
import { clockCheck } from "./clock.ts";
import { connectionChecks } from "./connections.ts";
import { memoryCheck, redisChecks } from "./redis.ts";

// A person waits; what takes longer is a finding by itself.
const timeoutMs = 8_000;

// Each is tried with several calls, which its key has a budget for.
const mostConnections = 10;

/** Looks at all that can be set up wrongly, at once; it never fails as a whole. */
export async function examine(context: ConnectionsContext): Promise<Check[]> {
  const look = (area: string, work: () => Promise<Check | Check[]>) =>
    looking(area, work, { timeoutMs, log: context.log });
  const [workspace, machine] = await Promise.all([
    Promise.all([
      ...context.checks.map((check) => look(check.area, () => check.run(context))),
      look("Connections", () => allConnections(context, look)),
    ]),
    look("Quartermaster itself", () => machineChecks(context, look)),
  ]);
  return [...workspace.flat(), ...machine];
}

type Look = (area: string, work: () => Promise<Check | Check[]>) => Promise<Check[]>;

async function allConnections(context: ConnectionsContext, look: Look): Promise<Check[]> {
  const all = await context.connections.list();
  if (all.length === 0)
    return [
      wrong(
        "Connections",
        "Nothing is connected yet, so nothing can be created or shown. Connect a database cloud with `/db connect`.",
      ),
    ];
  const looked = all.slice(0, mostConnections);
  const checks = await Promise.all(
    looked.map((each) => look(`Connection \`${each.name}\``, () => connectionChecks(each, context))),
  );
  const rest = all.length - looked.length;
  return [
    ...checks.flat(),
    ...(rest > 0 ? [unknown("Connections", `${rest} more were not looked at.`)] : []),
  ];
}

/** What the app runs on is its operator's to know. */
async function machineChecks(context: ConnectionsContext, look: Look): Promise<Check[]> {
  const { machine, publicUrl, now } = context;
  if (!(await machine.isOperators())) return [];
  const checks = await Promise.all([
    look("Public address", () => addressChecks(publicUrl)),
    look("Clock", async () => clockCheck(await machine.slackTime(), now())),
    look("Redis", async () => redisChecks(await machine.redis())),
    look("Redis, memory", async () => memoryCheck(await machine.redisMemory())),
    look("Work that waits", async () => waitingCheck(await machine.waiting())),
    look("Versions", async () => versionChecks()),
  ]);
  return checks.flat();
}
