import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { explain } from "../../../platform/blocks/explain.ts";
import { section } from "../../../platform/blocks/text.ts";
import { Alert } from "../../../platform/cloud/observability/alert.ts";
import { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { Source } from "../../../platform/cloud/observability/source.ts";
import type { ObservabilityContext } from "../context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { Finding, FormFacts, FormProblem, FormState, FormValues } from "../../../platform/forms/form.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { ObservabilityTarget } from "../target.ts";
import { alertsOf } from "./read-words.ts";
import { demandTile } from "./edit.ts";
import { readDashboard } from "./show.ts";
import { linesOf, oneLine } from "../../../lib/text.ts";
import { ifReadable } from "../readable.ts";

// What an input holds: https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
const longest = 3000;

/** Tags as people write them, one on each line; undefined for more than an input holds. */
export function textOfTags(tags: readonly string[]): string | undefined {
  const text = tags.join("\n").trim();
  return text.length > longest ? undefined : text;
}

/** The tags in a text: one on each line or between commas, each once; a tag that is there already may hold a comma. */
export function tagsInText(text: string, present: readonly string[]): string[] {
  const tags = linesOf(text).flatMap(({ line }) =>
    present.includes(line) ? [line] : line.split(",").map((part) => part.trim()),
  );
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

const Given = z.object({
  target: ObservabilityTarget.extend({ name: z.string() }),
  dashboardId: z.string(),
  /** For forms about a tile. */
  tileId: z.string().optional(),
});

/** What a form about a dashboard knows; all but what was given is there once it is read. */
const DashboardFacts = Given.extend({
  dashboard: Dashboard.optional(),
  /** Those on its tiles; absent where the server does not list alerts. */
  alerts: z.array(Alert).optional(),
  /** Alerts that cannot be read: any of them may stand on it. */
  unreadableAlerts: z.array(z.string()).optional(),
  /** Absent where the server does not list them. */
  sources: z.array(Source).optional(),
  /** Why it could not be read, in mrkdwn. */
  trouble: z.string().optional(),
});
export type DashboardFacts = z.output<typeof DashboardFacts>;

/** The same once the dashboard is read. */
type ReadFacts = DashboardFacts & { dashboard: Dashboard };

/** A form's facts that are about a dashboard. */
export function factsOf(facts: FormFacts): DashboardFacts {
  return DashboardFacts.parse(facts);
}

/** The same once they are read; undefined until then, and where they cannot be. */
export function readIn({ facts }: Pick<FormState, "facts">): ReadFacts | undefined {
  const { dashboard, ...others } = factsOf(facts);
  return dashboard && { ...others, dashboard };
}

/** Begins such a form: what it is about is no field of it, and is read once it is open. */
export async function beginAbout(given: FormValues): Promise<FormState> {
  return { values: {}, facts: Given.parse(given) };
}

/** What stands above the fields until all is read: that it is being read, or why it cannot be. */
export function readingIntro({ facts }: FormState): KnownBlock[] {
  const { trouble } = factsOf(facts);
  return [section(trouble === undefined ? "Reading the dashboard…" : `:warning: ${trouble}`)];
}

/** What is said to whoever submits before all is read, or where it cannot be. */
export const notRead: readonly FormProblem[] = [
  { field: "", message: "There is nothing to save yet: wait until the dashboard is read, or try again." },
];

/** Reads what a form is about, with what adorns it as far as the server offers that; what went wrong is a finding too. */
async function readAbout(
  { target, dashboardId, tileId }: DashboardFacts,
  wantedFacts: { alerts?: true; sources?: true },
  context: ObservabilityContext,
): Promise<{ facts: Partial<DashboardFacts>; dashboard?: Dashboard }> {
  const there = observabilityClientOf(target, context);
  try {
    const [dashboard, alerts, sources] = await Promise.all([
      readDashboard(target, dashboardId, context),
      wantedFacts.alerts && ifReadable(there.surveyAlerts()),
      wantedFacts.sources && ifReadable(there.listSources()),
    ]);
    if (tileId !== undefined) demandTile(dashboard, tileId);
    const found = {
      dashboard,
      alerts: alerts && alertsOf(dashboard, alerts.readable),
      unreadableAlerts: alerts?.unreadable,
      sources,
      trouble: undefined,
    };
    return { facts: found, dashboard };
  } catch (error) {
    if (!(error instanceof AppError) || isAppError(error, "bug")) throw error;
    return { facts: { trouble: explain(error) } };
  }
}

/** The finding of a form that is about the dashboard alone, with the values that it begins with. */
export async function findAbout(
  { facts }: FormState,
  wantedFacts: Parameters<typeof readAbout>[1],
  context: ObservabilityContext,
  valuesOf: (read: ReadFacts) => FormValues = () => ({}),
): Promise<Finding | undefined> {
  const known = factsOf(facts);
  if (known.dashboard) return undefined;
  const { facts: found, dashboard } = await readAbout(known, wantedFacts, context);
  if (!dashboard) return { facts: found };
  return { facts: found, values: valuesOf({ ...known, ...found, dashboard }) };
}

/** What is wrong with a filter of terms such as `field:value`, as its writer reads it; undefined where a server can read it. */
export function filterProblem(filter: string): string | undefined {
  const unescaped = filter.replace(/\\./g, "x");
  if (countOf(unescaped, '"') % 2 === 1) return "A quote is opened and not closed: put one at the end.";
  const bare = unescaped.replace(/"[^"]*"/g, "quoted");
  if (countOf(bare, "(") !== countOf(bare, ")")) return "The parentheses do not match: one is missing.";
  for (const term of termsOf(bare)) {
    if (term.startsWith(":")) return "Before the colon stands a field, as in level:error.";
    if (/^[^:]+:$/.test(term)) return "After the colon stands a value, without a space, as in level:error.";
  }
  return undefined;
}

/** True for words that name no field: servers then look for them in all text. */
export function isFreeText(filter: string): boolean {
  return filter.trim() !== "" && !filter.includes(":");
}

/** Without what only joins or negates them; a group after a colon is a value. */
function termsOf(bare: string): string[] {
  return bare
    .replaceAll(":(", ":group (")
    .split(/[\s()]+/)
    .flatMap((term) => term.replace(/^[-+!]/, "") || []);
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}

// What an input of one line holds: https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element

/** A name as an input shows it, which what is typed is held against: on one line, and not longer than inputs are. */
export function inputText(name: string | null | undefined): string {
  return oneLine(name ?? "")
    .slice(0, longest)
    .toWellFormed()
    .trim();
}
