import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { extended } from "../../../lib/cache.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { hashText } from "../../../lib/hash.ts";
import { asJson } from "../../../lib/json.ts";
import {
  type WantedParts,
  differencesOf,
  fileSchema,
  makeChanges,
  pathOf,
  problemsOf,
  readWorkspaceFile,
  wantedIn,
} from "../../../platform/as-code/file.ts";
import type { Managed } from "../../../platform/as-code/managed.ts";
import { type CodePart, isSameItem } from "../../../platform/as-code/part.ts";
import { type YamlProblem, readYamlAs } from "../../../platform/as-code/yaml.ts";
import { recorder } from "../../../platform/audit/recorder.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { type Check, right, unknown, wrong } from "../../../platform/commands/check.ts";
import type { JobDeclaration, WorkerParts } from "../../../platform/jobs/workers.ts";
import type { InstalledContext } from "../context.ts";
import * as texts from "./texts.ts";

/** How soon a changed file is noticed. One process at a time reads it, so one replica applies it. */
const roundMs = minuteMs / 2;

type Problem = Pick<YamlProblem, "message"> & { line?: number | undefined };

/** Reads the file of the setting WORKSPACE_FILE, and applies it when it changed. */
export const workspaceFileJob: JobDeclaration<InstalledContext> = {
  name: "workspace-file",
  subject: "Applying the workspace file",
  work: (parts) => ({
    // It has rounds only.
    advance: async () => "done",
    round: { everyMs: roundMs, run: () => followFile(parts) },
  }),
};

type Parts = Pick<WorkerParts<InstalledContext>, "contextOf" | "config" | "installs" | "store" | "log">;

/** Applies the file to each workspace that it names, and ends that for those that no file names. */
export async function followFile({ contextOf, config, installs, store, log }: Parts): Promise<void> {
  const managed = await store.managedWorkspaces.list();
  const path = config.workspaceFile;
  if (path === undefined) return letGo(managed, { contextOf, store });
  const own = (await installs.ownership.own())?.workspaceId;
  const text = await readFile(path, "utf8").catch((err: unknown) => {
    log.error({ err, path }, "couldn't read the workspace file");
    return undefined;
  });
  const hash = hashText(text ?? "");
  const { codeParts } = contextOf(own ?? managed[0] ?? "");
  const ids = new Set([...managed, ...(own === undefined ? [] : [own])]);
  let present = text;
  for (const workspaceId of ids) present &&= await contextOf(workspaceId).movedChannels.inText(present);
  const read =
    present === undefined
      ? { problems: [{ message: texts.unreadable }] }
      : await readFor(present, own, codeParts);
  if ("problems" in read) {
    // It may have been meant for any of them.
    for (const workspaceId of ids) await tellProblems(read.problems, hash, contextOf(workspaceId));
    return;
  }
  const file = { name: basename(path), hash, hasOldIds: present !== text };
  for (const [workspaceId, one] of read.wanted) await follow(one, file, contextOf(workspaceId));
  await letGo(
    managed.filter((workspaceId) => !read.wanted.has(workspaceId)),
    { contextOf, store },
  );
}

async function letGo(
  ids: readonly string[],
  { contextOf, store }: Pick<Parts, "contextOf" | "store">,
): Promise<void> {
  for (const workspaceId of ids) {
    await contextOf(workspaceId).managedParts.drop();
    await store.managedWorkspaces.forget(workspaceId);
  }
}

/** What a file wants of one workspace, and the line of each item. */
interface Wanted {
  parts: WantedParts;
  lineOf: (part: string, key: string) => number;
}

/** The wanted parts by workspace. A file without workspaces is for the operator's own. */
async function readFor(
  text: string,
  own: string | undefined,
  parts: readonly CodePart<never>[],
): Promise<{ wanted: ReadonlyMap<string, Wanted> } | { problems: Problem[] }> {
  const one = fileSchema(parts);
  const isMany = /^workspaces\s*:/m.test(text);
  if (isMany) {
    const read = await readYamlAs(
      z.strictObject({ workspaces: z.record(z.string().regex(/^[TE][A-Z0-9]+$/), one) }),
      text,
    );
    if ("problems" in read) return read;
    const each = Object.entries(read.data.workspaces).map(([id, value]) => {
      const wanted = wantedIn(parts, value);
      const lineOf = (part: string, key: string) =>
        read.lineOf(["workspaces", id, ...pathOf(parts, wanted, part, key)]);
      return [id, { parts: wanted, lineOf }] as const;
    });
    return { wanted: new Map(each) };
  }
  const read = await readWorkspaceFile(parts, text);
  if ("problems" in read) return read;
  if (own === undefined) return { problems: [{ message: texts.oneOnly }] };
  return { wanted: new Map([[own, { parts: read.wanted, lineOf: read.lineOf }]]) };
}

/** A broken file changes nothing, and what was managed before still is. */
async function tellProblems(
  problems: readonly Problem[],
  hash: string,
  context: InstalledContext,
): Promise<void> {
  const managed = await context.managedParts.find();
  if (managed?.brokenHash === hash && isSameItem(managed.problems, problems)) return;
  for (const { line, message } of problems)
    context.log.error({ line }, `the workspace file has a problem: ${message}`);
  await context.managedParts.save({ parts: {}, ...managed, problems: [...problems], brokenHash: hash });
}

/** Holds the parts first, so no one changes what is being applied. */
async function follow(
  { parts: wanted, lineOf }: Wanted,
  { name: file, hash, hasOldIds }: { name: string; hash: string; hasOldIds: boolean },
  context: InstalledContext,
): Promise<void> {
  const { managedParts, codeParts, now, log } = context;
  const managed = await managedParts.find();
  if (managed?.hash === hash && managed.file === file && !managed.problems) return;
  const problems = await problemsOf(codeParts, await differencesOf(codeParts, wanted, context), context);
  if (problems.length > 0) {
    const found = problems.map(({ part, key, message }) => ({ line: lineOf(part, key), message }));
    return tellProblems(found, hash, context);
  }
  const held: Managed = {
    file,
    parts: asJson(Object.fromEntries([...wanted].map(([name, items]) => [name, jsonOf(items)]))),
  };
  await managedParts.save({ ...held, appliedAt: managed?.appliedAt });
  const record = recorder(
    { userId: "app", userName: "the workspace file", action: "workspace.apply" },
    context,
  );
  const recorded = extended(context, { audit: { ...context.audit, ...record } });
  const differences = await differencesOf(codeParts, wanted, recorded);
  // If someone was faster, the next round compares again.
  if (!(await makeChanges(codeParts, differences, recorded, "app"))) return;
  if (differences.length > 0) await record.done({ after: { changes: differences.length } });
  await managedParts.save({ ...held, hash, appliedAt: now().toISOString() });
  log.info({ changes: differences.length }, "applied the workspace file");
  if (hasOldIds) log.warn("the workspace file names channels by their old ids: write the new ones");
}

const Items = z.record(z.string(), z.json());

function jsonOf(items: ReadonlyMap<string, unknown>): Managed["parts"][string] {
  return Items.parse(asJson(Object.fromEntries(items)));
}

const shownDrift = 5;

/** What the doctor says about the file that manages this workspace. Nothing if there is none. */
export async function workspaceFileCheck(context: InstalledContext): Promise<Check | Check[]> {
  const managed = await context.managedParts.find();
  if (!managed) return [];
  const { parts, problems, appliedAt } = managed;
  if (problems) {
    const lines = problems.map(({ line, message }) => texts.atLine(line, escapeSentence(message)));
    return wrong(texts.area, texts.broken(lines));
  }
  if (appliedAt === undefined) return unknown(texts.area, texts.waiting);
  const wanted = new Map(
    Object.entries(parts).map(([name, items]) => [name, new Map(Object.entries(items))]),
  );
  const differences = await differencesOf(context.codeParts, wanted, context);
  if (differences.length === 0) return right(texts.area, texts.upToDate(Object.keys(parts)));
  const names = differences.slice(0, shownDrift).map(({ noun, label }) => `${noun} ${escapeName(label, 60)}`);
  return wrong(texts.area, texts.drift(differences.length, names));
}
