import { z } from "zod";
import { hookName, strictly, textOf, userId } from "../../../lib/kinds.ts";
import { type CodePart, codePart, expectSame } from "../../../platform/as-code/part.ts";
import type { AlertsContext, HookPart } from "../context.ts";
import type { Hooks } from "./hooks.ts";
import type { HookPartInFile } from "./part.ts";
import { addHook, changeHookIfThere, discardQuietly, isSigned, removeKnownHook } from "./parts.ts";
import {
  type Hook,
  ObservedServer,
  hookRecord,
  keptSecret,
  mostHooks,
  muteKey,
  muteTitle,
  newHookId,
  newHookSecret,
} from "./record.ts";
import { hookForms } from "./setting-forms.ts";
import { HookSettings, settingsOf, withSettings } from "./settings/settings.ts";

const Mute = z.strictObject({ alert: textOf(muteKey), title: textOf(muteTitle) });

/** People may write them in any order. */
function inOrder(mutes: readonly z.output<typeof Mute>[]) {
  return mutes.toSorted((a, b) => (a.alert < b.alert ? -1 : 1));
}

/** A hook as code: its settings, and what isn't in the YAML of one hook. Its address and secrets are its own. */
const OwnItem = HookSettings.safeExtend({
  owner: textOf(userId),
  /** True if senders sign what they send. It is so from a hook's creation on. */
  isSigned: z.boolean().optional(),
  observes: strictly(ObservedServer).optional(),
  isPaused: z.literal(true).optional(),
  /** People mute alerts at night, so without this the file leaves mutes to them. */
  muted: z.array(Mute).transform(inOrder).optional(),
});
/** Without the fields of its parts, which they read themselves. */
type HookItem = z.output<typeof OwnItem>;

function ownItemOf(hook: Hook): HookItem {
  const { ownerId: owner, observes, paused, muted } = hook;
  const mutes = Object.entries(muted).map(([alert, { title }]) => ({ alert, title }));
  return {
    ...settingsOf(hook),
    owner,
    isSigned: isSigned(hook) || undefined,
    observes,
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
  "muted.*.userId": "who muted it here",
  "muted.*.at": "when it was muted here",
};

/** The fields of a hook's record for an item, but for those of its parts. */
function withOwnItem(hook: Hook, item: HookItem, stamp: { userId: string; at: string }): Hook {
  const { owner: ownerId, isSigned: _isSigned, observes, isPaused, muted, ...settings } = item;
  return {
    ...withSettings(hook, settings),
    ownerId,
    observes,
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

/** Without mutes in the file, those in Slack are not compared. */
function ownCompared(present: HookItem, wanted: HookItem): HookItem {
  return {
    ...present,
    isSigned: wanted.isSigned === undefined ? undefined : (present.isSigned ?? false),
    muted: wanted.muted && present.muted,
  };
}

/** Hooks as code, by their names, with what their parts add. */
export function hooksAsCode(hookParts: readonly HookPart[]): CodePart {
  const parts = hookParts.flatMap((part) => part.asCode ?? []);
  /** What all parts give, in one object. */
  const all = <Given extends object>(give: (part: HookPartInFile<AlertsContext>) => Given): Given =>
    Object.assign({}, ...parts.map(give));
  const record = hookRecord(hookParts);
  // The type of an item leaves out what its parts add: they read their own fields.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const Item = OwnItem.safeExtend(all((part) => part.fields)) as z.ZodType as z.ZodType<HookItem>;
  function itemOf(hook: Hook): HookItem {
    const { muted, ...own } = ownItemOf(hook);
    return { ...own, ...all((part) => part.itemOf(hook)), muted };
  }
  /** A hook with an item in place of its own. */
  function withItem(hook: Hook, item: HookItem, context: AlertsContext, by: string): Hook {
    const stamp = { userId: by, at: context.now().toISOString() };
    return {
      ...withOwnItem(hook, item, stamp),
      ...all((part) => part.put(hook, item, { context, stamp })),
    };
  }

  return codePart<AlertsContext, HookItem>({
    name: "hooks",
    noun: "hook",
    nouns: "hooks",
    shownIn: {
      forms: [
        "import-hook",
        ...[...hookForms, ...hookParts.flatMap((part) => part.form ?? [])].map(({ form }) => form.name),
        ...parts.flatMap((part) => part.shownIn?.forms ?? []),
      ],
      tabs: ["hook"],
      lists: [
        "hooks_list",
        "hooks_mutes",
        "hooks_rules",
        ...parts.flatMap((part) => part.shownIn?.lists ?? []),
      ],
    },
    item: Item,
    record,
    leftOut: { ...leftOut, ...all((part) => part.leftOut) },
    most: mostHooks,
    key: textOf(hookName),
    compared: (present, wanted) => ({
      ...ownCompared(present, wanted),
      ...all((part) => part.compared?.(present, wanted) ?? {}),
    }),
    async problem(_, wanted, before, context) {
      const { isSigned: isToSign } = wanted;
      if (before && isToSign !== undefined && isToSign !== (before.isSigned ?? false)) return signedForGood;
      for (const part of parts) {
        const problem = await part.problem?.(wanted, before, context);
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
    read: async ({ hooks }) => new Map((await hooks.list()).map((hook) => [hook.name, itemOf(hook)])),
    async put(name, wanted, before, context, by) {
      const { hooks, workspaceId, newId, now, sealer } = context;
      const present = await hooks.findByName(name);
      expectSame(present && itemOf(present), before);
      const id = present?.id ?? newHookId(workspaceId, newId().replaceAll("-", ""));
      const next = withItem(present ?? empty(id, name, now().toISOString()), wanted, context, by);
      for (const part of parts) await part.beforePut?.(next, present, context);
      if (present) {
        await changeHookIfThere(present, context, (hook) => {
          expectSame(itemOf(hook), before);
          return withItem(hook, wanted, context, by);
        });
        await discardOld(present, wanted, context);
      } else {
        const secret = keptSecret(newHookSecret(), {
          hookId: id,
          isSigned: wanted.isSigned ?? false,
          at: now(),
          sealer,
        });
        await addHook({ ...next, secrets: [secret] }, context);
      }
      for (const part of parts) await part.afterPut?.(id, wanted, before, context);
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
      ...all((part) => part.guards?.(itemOf) ?? {}),
    },
  });

  /** Deletes the secrets of a hook's parts that the new ones don't name. */
  async function discardOld(before: Hook, after: HookItem, context: AlertsContext): Promise<void> {
    const kept = new Set(parts.flatMap((part) => part.references?.(after) ?? []));
    const named = hookParts.flatMap((part) => part.references?.(before) ?? []);
    const old = named.filter((reference) => !kept.has(reference));
    if (old.length > 0) await discardQuietly(old, context);
  }
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
