import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { explain } from "../../../platform/blocks/explain.ts";
import { section } from "../../../platform/blocks/text.ts";
import { Alert } from "../../../platform/cloud/observability/alert.ts";
import { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { Source } from "../../../platform/cloud/source.ts";
import type { ObservabilityContext } from "../context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { Finding, FormFacts, FormProblem, FormState, FormValues } from "../../../platform/forms/form.ts";
import { ifReadable } from "../if-readable.ts";
import { observatoryOf } from "../observability-client.ts";
import { ObservabilityPlace } from "../target.ts";
import { alertsOf } from "./read-words.ts";
import { demandTile } from "./edit.ts";
import { readDashboard } from "./read.ts";

const Given = z.object({
  place: ObservabilityPlace.extend({ name: z.string() }),
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
export async function readAbout(
  { place, dashboardId, tileId }: DashboardFacts,
  wishes: { alerts?: true; sources?: true },
  context: ObservabilityContext,
): Promise<{ facts: Partial<DashboardFacts>; dashboard?: Dashboard }> {
  const there = observatoryOf(place, context);
  try {
    const [dashboard, alerts, sources] = await Promise.all([
      readDashboard(place, dashboardId, context),
      wishes.alerts && ifReadable(there.surveyAlerts()),
      wishes.sources && ifReadable(there.listSources()),
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
  wishes: Parameters<typeof readAbout>[1],
  context: ObservabilityContext,
  valuesOf: (read: ReadFacts) => FormValues = () => ({}),
): Promise<Finding | undefined> {
  const known = factsOf(facts);
  if (known.dashboard) return undefined;
  const { facts: found, dashboard } = await readAbout(known, wishes, context);
  if (!dashboard) return { facts: found };
  return { facts: found, values: valuesOf({ ...known, ...found, dashboard }) };
}
