import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { explain } from "../../../platform/blocks/explain.ts";
import { section } from "../../../platform/blocks/text.ts";
import { Alert } from "../../../platform/cloud/observability/alert.ts";
import { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { Source } from "../../../platform/cloud/observability/source.ts";
import type {
  Finding,
  Form,
  FormProblem,
  FormState,
  FormStep,
  FormValues,
} from "../../../platform/forms/form.ts";
import { readOnce } from "../../../platform/forms/state.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { acceptChange } from "../changes/views.ts";
import type { WantedChange } from "../changes/change.ts";
import type { ObservabilityContext } from "../context.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { ifReadable } from "../readable.ts";
import { NamedTarget } from "../target.ts";
import { type DashboardEdit, demandTile } from "./edit.ts";
import { alertsOf } from "./format-dashboard.ts";
import { readDashboard } from "./show.ts";
import * as texts from "./texts.ts";

const Given = z.object({
  target: NamedTarget,
  dashboardId: z.string(),
  /** For forms about a tile. */
  tileId: z.string().optional(),
});

const DashboardFacts = Given.extend({
  /** Absent until it is read, as is the rest. */
  dashboard: Dashboard.optional(),
  /** The alerts on its tiles; absent if the server does not list alerts. */
  alerts: z.array(Alert).optional(),
  /** Unreadable alerts: any of them may be on it. */
  unreadableAlerts: z.array(z.string()).optional(),
  /** Absent if the server does not list them. */
  sources: z.array(Source).optional(),
  /** Why it is not read, in mrkdwn. */
  trouble: z.string().optional(),
});

/** The facts of a form about a dashboard. */
export type DashboardFacts = z.output<typeof DashboardFacts>;

/** The same once the dashboard is read. */
export type ReadFacts = DashboardFacts & { dashboard: Dashboard };

const factsIn = readOnce((facts) => DashboardFacts.parse(facts));

/** The facts of such a form. */
export function factsOf({ facts }: Pick<FormState, "facts">): DashboardFacts {
  return factsIn(facts);
}

/** The facts once the dashboard is read; undefined until then, and if it cannot be read. */
export function readIn(state: Pick<FormState, "facts">): ReadFacts | undefined {
  const { dashboard, ...others } = factsOf(state);
  return dashboard && { ...others, dashboard };
}

interface DashboardForm<Read> {
  name: string;
  title: string;
  submit: string;
  /** What the form needs besides the dashboard. */
  reads?: { alerts?: true; sources?: true };
  /** The facts once they are read. */
  readIn: (state: Pick<FormState, "facts">) => Read | undefined;
  valuesOf?: (read: Read) => FormValues;
  step: Pick<FormStep, "name" | "title" | "sections">;
  intro: (read: Read, values: FormValues) => KnownBlock[];
  problems: (read: Read, values: FormValues) => FormProblem[];
  /** The change that it submits. */
  wanted: (read: Read, values: FormValues) => WantedChange;
  fixed?: NonNullable<Form["fixed"]>;
}

// An empty field name: the problem belongs to the whole form.
const notRead: FormProblem[] = [{ field: "", message: texts.problems.notRead }];

/** A form of one step about a dashboard, which is read once the form is open. */
export function dashboardForm<Read extends ReadFacts>(form: DashboardForm<Read>): Form<ObservabilityContext> {
  const { name, title, submit, reads = {}, step, fixed } = form;
  return {
    name,
    access: "operator",
    title,
    submit,
    begin: async (given) => ({ values: {}, facts: Given.parse(given) }),
    async fetchFacts(_about, { facts }, context): Promise<Finding | undefined> {
      const known = factsIn(facts);
      if (known.dashboard) return undefined;
      const found = await attempt(() => readAll(known, reads, context));
      if (found instanceof AppError) return { facts: { trouble: explain(found) } };
      const read = form.readIn({ facts: { ...known, ...found } });
      return { facts: found, values: (read && form.valuesOf?.(read)) ?? {} };
    },
    ...(fixed && { fixed }),
    steps: [
      {
        ...step,
        intro: (state) => {
          const read = form.readIn(state);
          if (read) return form.intro(read, state.values);
          const { trouble } = factsOf(state);
          return [section(trouble === undefined ? texts.reading : `:warning: ${trouble}`)];
        },
      },
    ],
    problems(state) {
      const read = form.readIn(state);
      return read ? form.problems(read, state.values) : notRead;
    },
    async accept(submitted, context) {
      const read = form.readIn(submitted);
      if (!read) return { problems: notRead };
      return acceptChange(submitted, read.target, form.wanted(read, submitted.values), context);
    },
  };
}

async function readAll(
  { target, dashboardId, tileId }: DashboardFacts,
  reads: { alerts?: true; sources?: true },
  context: ObservabilityContext,
): Promise<Partial<DashboardFacts>> {
  const client = observabilityClientOf(target, context);
  const [dashboard, alerts, sources] = await Promise.all([
    readDashboard(target, dashboardId, context),
    reads.alerts && ifReadable(client.alerts.survey()),
    reads.sources && ifReadable(client.sources.list()),
  ]);
  if (tileId !== undefined) demandTile(dashboard, tileId);
  return {
    dashboard,
    alerts: alerts && alertsOf(dashboard, alerts.readable),
    unreadableAlerts: alerts?.unreadable,
    sources,
    trouble: undefined,
  };
}

/** The change that edits the dashboard that was read. */
export function editChange({ dashboard }: ReadFacts, edit: DashboardEdit): WantedChange {
  return { kind: "update-dashboard", id: dashboard.id, seen: dashboard, edit };
}
