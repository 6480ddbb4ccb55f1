import { differencesOf } from "../../../platform/as-code/plan.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { type Check, right, unknown, wrong } from "../../../platform/commands/check.ts";
import type { InstalledContext } from "../context.ts";
import * as texts from "./texts.ts";

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
