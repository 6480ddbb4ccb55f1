import { type Hook, hookPart, type HookPartInFile, isOwnEvent } from "../../alerts/index.ts";
import { z } from "zod";
import { keys } from "../../../platform/redis/keys.ts";
import type { OncallContext } from "../context.ts";
import { beatEvent, withBeat } from "./advance.ts";
import { heartbeatBlocks, heartbeatCalls } from "./command.ts";
import { takeBeats } from "./ingest.ts";
import { Heartbeat, heartbeatTimer } from "./record.ts";
import * as texts from "./texts.ts";

declare module "../../alerts/hooks/record.ts" {
  interface HookFields {
    /** Set if every delivery is a beat, and a missing one is an incident. */
    heartbeat?: Heartbeat | undefined;
  }
}

const Item = z.strictObject(Heartbeat.pick({ everySeconds: true, graceSeconds: true }).shape);

function itemOf({ heartbeat }: Hook): z.output<typeof Item> | undefined {
  return heartbeat && { everySeconds: heartbeat.everySeconds, graceSeconds: heartbeat.graceSeconds };
}

const inFile: HookPartInFile<OncallContext, { heartbeat?: z.output<typeof Item> | undefined }> = {
  fields: { heartbeat: Item.optional() },
  itemOf: (hook) => ({ heartbeat: itemOf(hook) }),
  put: (hook, { heartbeat }, { stamp }) => ({
    heartbeat: heartbeat && { ...stamp, ...hook.heartbeat, ...heartbeat },
  }),
  leftOut: {
    "heartbeat.userId": "who set it here",
    "heartbeat.at": "when it was set here",
  },
  // Before, so a hook that expects beats has its timer.
  async beforePut({ id, heartbeat }, present, { heartbeats, now }) {
    if (heartbeat && !present?.heartbeat) await heartbeats.begin(id, heartbeat, now().getTime());
  },
  guards: (itemOfHook) => ({
    heartbeats: ({ hooks, heartbeats }, refusing) =>
      ({
        ...heartbeats,
        // It is called before the hook is changed.
        async begin(hookId, heartbeat, nowMs) {
          const present = await hooks.find(hookId);
          if (present)
            (await refusing())(present.name, itemOfHook(present), itemOfHook({ ...present, heartbeat }));
          return heartbeats.begin(hookId, heartbeat, nowMs);
        },
      }) satisfies OncallContext["heartbeats"],
  }),
};

/** What heartbeats add to hooks: each delivery is a beat, and a missing beat is an incident. */
export const heartbeatPart = hookPart<OncallContext>({
  fields: { heartbeat: Heartbeat.optional() },
  facts: (hook) => ({ heartbeat: itemOf(hook) }),
  kept: (workspaceId) => ({ hashes: [keys.heartbeats(workspaceId)] }),
  asCode: inFile,
  calls: heartbeatCalls,
  examples: ["/db alerts hooks heartbeat nightly-backup every 1d grace 1h"],
  tab: { name: "silence", label: "Heartbeat", draw: heartbeatBlocks },
  // What came while it was paused was no beat.
  resumed: ({ id, heartbeat }, { heartbeats, now }) =>
    heartbeat && heartbeats.begin(id, heartbeat, now().getTime()),
  deliver(hook, events) {
    if (!hook.heartbeat) return undefined;
    const { alerts, isBeat } = withBeat(events);
    return { events: alerts, ...(isBeat && { own: { events: [beatEvent()], name: "beat" } }) };
  },
  sayFirst: (hookInMrkdwn, event) => (isOwnEvent(event) ? texts.firstBeat(hookInMrkdwn) : undefined),
  timer: heartbeatTimer,
  ingest: takeBeats,
});
