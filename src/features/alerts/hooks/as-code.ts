import { z } from "zod";
import { hookName, strictly, textOf, userId } from "../../../lib/kinds.ts";
import { codePart, expectSame, isSameItem } from "../../../platform/as-code/part.ts";
import type { AlertsContext } from "../context.ts";
import { HandoverItem, handoverItemOf, handoverOf, handoverProblem } from "../handover/as-code.ts";
import { discardQuietly } from "../handover/secrets.ts";
import { referencesOf } from "../handover/record.ts";
import { Heartbeat } from "../heartbeat/record.ts";
import { MaintenanceItem, maintenanceItemOf, windowsOf } from "../maintenance/as-code.ts";
import { mostWindows } from "../maintenance/record.ts";
import { RotaItem, rotaItemOf, rotaOf, rotaProblem } from "../rota/as-code.ts";
import type { Hooks } from "./hooks.ts";
import { addHook, changeHookIfThere, isSigned, removeKnownHook } from "./parts.ts";
import { Hook, keptSecret, mostHooks, muteKey, muteTitle, newHookId, newHookSecret } from "./record.ts";
import { HookSettings, settingsOf, withSettings } from "./settings/settings.ts";

const Mute = z.strictObject({ alert: textOf(muteKey), title: textOf(muteTitle) });

/** People may write them in any order. */
function inOrder(mutes: readonly z.output<typeof Mute>[]) {
  return mutes.toSorted((a, b) => (a.alert < b.alert ? -1 : 1));
}

/** A hook as code: its settings, and what isn't in the YAML of one hook. Its address and secrets are its own. */
const HookItem = HookSettings.safeExtend({
  owner: textOf(userId),
  /** True if senders sign what they send. It is so from a hook's creation on. */
  isSigned: z.boolean().optional(),
  observes: strictly(Hook.shape.observes.unwrap()).optional(),
  heartbeat: z.strictObject(Heartbeat.pick({ everySeconds: true, graceSeconds: true }).shape).optional(),
  isPaused: z.literal(true).optional(),
  handover: HandoverItem.optional(),
  rota: RotaItem.optional(),
  /** People plan these from day to day, so without this the file leaves them alone. */
  maintenance: z.array(MaintenanceItem).max(mostWindows).optional(),
  /** People mute alerts at night, so without this the file leaves mutes to them. */
  muted: z.array(Mute).transform(inOrder).optional(),
});
type HookItem = z.output<typeof HookItem>;

function itemOf(hook: Hook): HookItem {
  const { ownerId: owner, observes, heartbeat, handover, rota, maintenance = [], paused, muted } = hook;
  const mutes = Object.entries(muted).map(([alert, { title }]) => ({ alert, title }));
  return {
    ...settingsOf(hook),
    owner,
    isSigned: isSigned(hook) || undefined,
    observes,
    heartbeat: heartbeat && { everySeconds: heartbeat.everySeconds, graceSeconds: heartbeat.graceSeconds },
    handover: handover && handoverItemOf(handover),
    rota: rota && rotaItemOf(rota),
    maintenance: maintenance.map(maintenanceItemOf),
    isPaused: paused && true,
    muted: inOrder(mutes),
  };
}

const signedForGood =
  "A hook's senders sign from its creation on, or never. Leave `isSigned` as it is, or give the new hook another name.";

/** A hook's fields that aren't in the file, and why. */
const leftOut = {
  id: "made here: the hook's address",
  name: "it is the key",
  createdAt: "when it was made here",
  secrets: "secret. `isSigned` says if senders sign",
  awaited: "who waits for its first delivery",
  unreachable: "what happened here",
  "paused.userId": "who paused it here",
  "paused.at": "when it was paused here",
  "handover.userId": "who set it here",
  "handover.at": "when it was set here",
  "rota.userId": "who set it here",
  "rota.at": "when it was set here",
  "heartbeat.userId": "who set it here",
  "heartbeat.at": "when it was set here",
  "muted.*.userId": "who muted it here",
  "muted.*.at": "when it was muted here",
  "maintenance.*.id": "made here",
  "maintenance.*.endedAtMs": "what happened here",
  "maintenance.*.userId": "who set it here",
  "maintenance.*.at": "when it was set here",
};

type Making = Pick<AlertsContext, "now" | "newId" | "pagerDutyUrl">;

/** A hook with an item in place of its own. */
function withItem(hook: Hook, item: HookItem, context: Making, by: string): Hook {
  const {
    owner: ownerId,
    isSigned: _isSigned,
    observes,
    heartbeat,
    handover,
    rota,
    maintenance,
    isPaused,
    muted,
    ...settings
  } = item;
  const stamp = { userId: by, at: context.now().toISOString() };
  const isHandedOver = isSameItem(handover, hook.handover && handoverItemOf(hook.handover));
  const isSameRota = isSameItem(rota, hook.rota && rotaItemOf(hook.rota));
  const windows =
    maintenance && windowsOf(maintenance, hook.maintenance ?? [], { ...stamp, newId: context.newId });
  return {
    ...withSettings(hook, settings),
    ownerId,
    observes,
    heartbeat: heartbeat && { ...stamp, ...hook.heartbeat, ...heartbeat },
    handover: isHandedOver ? hook.handover : handover && handoverOf(handover, context, stamp),
    rota: isSameRota ? hook.rota : rota && rotaOf(rota, stamp),
    maintenance: windows ? (windows.length === 0 ? undefined : windows) : hook.maintenance,
    paused: isPaused && (hook.paused ?? stamp),
    muted: muted
      ? Object.fromEntries(
          muted.map(({ alert, title }) => {
            const present = Object.hasOwn(hook.muted, alert) ? hook.muted[alert] : undefined;
            return [alert, { ...stamp, ...present, title }];
          }),
        )
      : hook.muted,
  };
}

/** Without mutes or maintenance in the file, those in Slack are not compared. */
function compared(present: HookItem, wanted: HookItem): HookItem {
  return {
    ...present,
    isSigned: wanted.isSigned === undefined ? undefined : (present.isSigned ?? false),
    muted: wanted.muted && present.muted,
    maintenance: wanted.maintenance && present.maintenance,
  };
}

/** Hooks as code, by their names. */
export const hooksAsCode = codePart<AlertsContext, HookItem>({
  name: "hooks",
  noun: "hook",
  nouns: "hooks",
  shownIn: {
    forms: ["hand-over", "import-hook", "rota"],
    tabs: ["hook"],
    lists: ["hooks_list", "hooks_mutes", "hooks_rules", "hooks_maintenance_list"],
  },
  item: HookItem,
  record: Hook,
  leftOut,
  most: mostHooks,
  key: textOf(hookName),
  compared,
  async problem(_, { handover, rota, isSigned }, before, context) {
    if (before && isSigned !== undefined && isSigned !== (before.isSigned ?? false)) return signedForGood;
    const problem = handover && (await handoverProblem(handover, before?.handover, context));
    return problem ?? (rota && rotaProblem(rota, before?.rota, context));
  },
  read: async ({ hooks }) => new Map((await hooks.list()).map((hook) => [hook.name, itemOf(hook)])),
  async put(name, wanted, before, context, by) {
    const { hooks, heartbeats, workspaceId, newId, now, sealer } = context;
    const nowMs = now().getTime();
    const present = await hooks.findByName(name);
    expectSame(present && itemOf(present), before);
    const id = present?.id ?? newHookId(workspaceId, newId().replaceAll("-", ""));
    const made = empty(id, name, now().toISOString());
    const changed = (hook: Hook) => {
      expectSame(itemOf(hook), before);
      return withItem(hook, wanted, context, by);
    };
    if (wanted.heartbeat) {
      const { heartbeat } = withItem(present ?? made, wanted, context, by);
      // First, so a hook that expects beats has its timer.
      if (heartbeat && !present?.heartbeat) await heartbeats.begin(id, heartbeat, nowMs);
    }
    if (present) {
      await changeHookIfThere(present, context, changed);
      await discardOld(present, wanted, context);
    } else {
      const secret = keptSecret(newHookSecret(), {
        hookId: id,
        isSigned: wanted.isSigned ?? false,
        at: now(),
        sealer,
      });
      await addHook({ ...withItem(made, wanted, context, by), secrets: [secret] }, context);
    }
    const isMaintained = wanted.maintenance && !isSameItem(wanted.maintenance, before?.maintenance ?? []);
    if (isMaintained) await context.maintenance.changed(id, nowMs);
  },
  async remove(name, before, context) {
    const present = await context.hooks.findByName(name);
    expectSame(present && itemOf(present), before);
    if (present) await removeKnownHook(present, context);
  },
  guards: {
    hooks({ hooks }, refusing) {
      const guarded: Hooks = {
        ...hooks,
        async add(hook) {
          (await refusing())(hook.name, undefined, itemOf(hook));
          await hooks.add(hook);
        },
        async change(id, change) {
          const refuse = await refusing();
          return hooks.change(id, (present) => {
            const next = change(present);
            refuse(present.name, itemOf(present), itemOf(next));
            return next;
          });
        },
        async remove(id) {
          const present = await hooks.find(id);
          if (present) (await refusing())(present.name, itemOf(present), undefined);
          return hooks.remove(id);
        },
      };
      return guarded;
    },
    heartbeats: ({ hooks, heartbeats }, refusing) =>
      ({
        ...heartbeats,
        // It is called before the hook is changed.
        async begin(hookId, heartbeat, nowMs) {
          const present = await hooks.find(hookId);
          if (present) (await refusing())(present.name, itemOf(present), itemOf({ ...present, heartbeat }));
          return heartbeats.begin(hookId, heartbeat, nowMs);
        },
      }) satisfies AlertsContext["heartbeats"],
  },
});

/** Deletes the secrets of a hand-over and a rota that the new ones don't name. */
async function discardOld(
  { handover: before, rota }: Pick<Hook, "handover" | "rota">,
  { handover: after, rota: next }: HookItem,
  context: Pick<AlertsContext, "secrets" | "log">,
): Promise<void> {
  const kept = new Set<string | undefined>([after?.key, after?.address, after?.answers, next?.address]);
  const named = [...(before ? referencesOf(before) : []), ...(rota ? [rota.addressRef] : [])];
  const old = named.filter((reference) => !kept.has(reference));
  if (old.length > 0) await discardQuietly(old, context);
}

function empty(id: string, name: string, createdAt: string): Hook {
  return {
    id,
    name,
    createdAt,
    channelId: "",
    ownerId: "",
    secrets: [],
    broadcasts: false,
    rules: [],
    muted: {},
  };
}
