import { product } from "../../../../src/app/features.ts";
import type { ModalView } from "@slack/types";
import { pino } from "pino";
import type { AppContext } from "../../../../src/app/context.ts";
import type { Press } from "../../../../src/platform/forms/interaction.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import type { Hook } from "../../../../src/features/alerts/hooks/record.ts";
import type { Incident } from "../../../../src/features/alerts/incident/record.ts";
import { hookOf, incidentOf, minutesIn } from "../message/incident-of.ts";
import { mrkdwnIn } from "../message/mrkdwn-in.ts";
import type { IncidentAction } from "../../../../src/features/alerts/receive/inbox.ts";

/** An incident and its hook, with everything that acts do in the test's own hands; it is ten minutes after the beginning. */
export interface Room {
  context: AppContext;
  /** What was put into the inbox. */
  acted: IncidentAction[];
  /** The hooks whose fold was woken. */
  woken: string[];
  /** The modals as they were opened or redrawn. */
  views: ModalView[];
  hook(): Hook | undefined;
  /** Presses as UBOB in a message; answers what they are told, each text a line. */
  press(actionId: string, value: string, told?: Partial<Press>): Promise<string[]>;
}

/** What a room is furnished with. */
export interface Furniture {
  incident?: Incident | undefined;
  hook?: Hook | undefined;
  timeZone?: string | undefined;
  /** The whole text of its latest event, if the incident has only the beginning; undefined if it is gone. */
  whole?: string | undefined;
}

/** The present of every room. */
export const now = new Date(minutesIn(10));

/** Furnishes a room; an incident or a hook that is said to be undefined is gone. */
export function actRoom(told: Furniture = {}): Room {
  const { incident, timeZone, whole } = {
    incident: incidentOf(),
    timeZone: "America/New_York",
    whole: undefined,
    ...told,
  };
  let { hook } = { hook: hookOf(), ...told };
  const [acted, woken, views]: [IncidentAction[], string[], ModalView[]] = [[], [], []];
  const show = async (_: string, view: ModalView) => {
    views.push(view);
    return { viewId: "V1" };
  };
  const parts = {
    workspaceId: "T1",
    now: () => now,
    newId: () => "form-1",
    log: pino({ level: "silent" }),
    incidents: { find: async (id: string) => (incident?.id === id ? incident : undefined) },
    alertBodies: { whole: async (_: string, { body }: AlertEvent) => ("whole" in told ? whole : body) },
    hooks: {
      find: async () => hook,
      change: async (_: string, change: (present: Hook) => Hook) => (hook = hook && change(hook)),
    },
    inbox: { act: async (_: string, act: IncidentAction) => void acted.push(act) },
    ingestSoon: (hookId: string) => void woken.push(hookId),
    drafts: { current: async () => undefined, save: async () => true, find: async () => undefined },
    messenger: { timeZoneOf: async () => timeZone, openModal: show, updateModal: show },
  };
  // All that the acts use; a whole context would need a whole app around it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as AppContext;
  return {
    context,
    acted,
    woken,
    views,
    hook: () => hook,
    async press(actionId, value, more = {}) {
      const act = product.interactions.find((each) => each.actionId === actionId);
      const message = { channelId: "C1", ts: "1.000000" };
      const who = { userId: "UBOB", userName: "bob", triggerId: "t1", channelId: "C1", message };
      const answer = await act?.press({ value, ...who, ...more }, context);
      return answer ? mrkdwnIn(answer) : [];
    },
  };
}
