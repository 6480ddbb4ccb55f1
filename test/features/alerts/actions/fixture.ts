import { clockOf } from "../../../../src/lib/clock.ts";
import { managedPlaces } from "../../../../src/platform/as-code/managed.ts";
import { product } from "../../../../src/app/features.ts";
import type { ModalView } from "@slack/types";
import { pino } from "pino";
import type { AppContext } from "../../../../src/app/context.ts";
import type { Interaction } from "../../../../src/platform/forms/interaction.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import type { Hook } from "../../../../src/features/alerts/hooks/record.ts";
import type { Incident } from "../../../../src/features/alerts/incident/record.ts";
import { unrecorded } from "../../../../src/platform/audit/recorder.ts";
import { hookOf, incidentOf, minutesIn } from "../message/incident-of.ts";
import { mrkdwnIn } from "../message/mrkdwn-in.ts";
import type { IncidentAction } from "../../../../src/features/alerts/receive/inbox-entries.ts";
import { said } from "../../../support/said.ts";

/** An incident and its hook ten minutes after it opened, with records of all effects of actions. */
export interface ActionFixture {
  context: AppContext;
  /** The actions in the inbox. */
  queued: IncidentAction[];
  /** The ids of the hooks that ingestion was notified about. */
  notified: string[];
  /** The modals that were opened or updated. */
  views: ModalView[];
  hook(): Hook | undefined;
  /** Uses a button or a menu in a message as UBOB. Returns the lines of the answer. */
  interact(actionId: string, value: string, given?: Partial<Interaction>): Promise<string[]>;
}

/** What a test may set in the fixture. */
export interface Given {
  incident?: Incident | undefined;
  hook?: Hook | undefined;
  timeZone?: string | undefined;
  /** The whole text of its latest event, if the incident has only the beginning; undefined if it is gone. */
  whole?: string | undefined;
}

/** The present time of every fixture. */
export const now = new Date(minutesIn(10));

/** Makes a fixture. An incident or a hook that is set to undefined is gone. */
export function actionFixture(given: Given = {}): ActionFixture {
  const { incident, timeZone, whole } = {
    incident: incidentOf(),
    timeZone: "America/New_York",
    whole: undefined,
    ...given,
  };
  let { hook } = { hook: hookOf(), ...given };
  const [queued, notified, views]: [IncidentAction[], string[], ModalView[]] = [[], [], []];
  const show = async (_: string, view: ModalView) => {
    views.push(view);
    return { viewId: "V1" };
  };
  const parts = {
    workspaceId: "T1",
    now: () => now,
    moment: clockOf(() => now),
    newId: () => "form-1",
    log: pino({ level: "silent" }),
    people: { find: async (userId: string) => ({ userId, name: "Bob Ross" }) },
    audit: unrecorded,
    incidents: {
      find: async (id: string) => (incident?.id === id ? incident : undefined),
      trace: async () => [],
    },
    alertBodies: { whole: async (_: string, { body }: AlertEvent) => ("whole" in given ? whole : body) },
    hooks: {
      find: async () => hook,
      change: async (_: string, change: (present: Hook) => Hook) => (hook = hook && change(hook)),
    },
    inbox: { addAction: async (_: string, action: IncidentAction) => void queued.push(action) },
    ingestSoon: (hookId: string) => void notified.push(hookId),
    managedPlaces: managedPlaces([], { find: async () => undefined }),
    drafts: { current: async () => undefined, save: async () => true, find: async () => undefined },
    messenger: { timeZoneOf: async () => timeZone, openModal: show, updateModal: show },
  };
  // Holds all that the actions use. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as AppContext;
  return {
    context,
    queued,
    notified,
    views,
    hook: () => hook,
    async interact(actionId, value, more = {}) {
      const action = product.interactions.find((each) => each.actionId === actionId);
      const message = { channelId: "C1", ts: "1.000000" };
      const who = { userId: "UBOB", userName: "bob", triggerId: "t1", channelId: "C1", message };
      const answer = await action?.run({ value, ...who, ...more }, context);
      return answer ? mrkdwnIn(said(answer)) : [];
    },
  };
}
