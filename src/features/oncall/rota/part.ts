import { type Facts, type Hook, hookPart, type HookPartInFile } from "../../alerts/index.ts";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { hostName, textOf } from "../../../lib/kinds.ts";
import { formatList } from "../../../lib/text.ts";
import { isSameItem } from "../../../platform/as-code/part.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { assertOutward, outwardAddress } from "../../../platform/http/outward.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { CredentialReference } from "../../../platform/secrets/reference.ts";
import type { OncallContext } from "../context.ts";
import { rotaCalls } from "./command.ts";
import { onCallAt, onCallLine, peopleAt } from "./on-call.ts";
import { Rota } from "./record.ts";
import { rotaJob } from "./refresh.ts";
import * as texts from "./texts.ts";

declare module "../../alerts/hooks/record.ts" {
  interface HookFields {
    /** Who is mentioned in place of the group: whoever is on call. */
    rota?: Rota | undefined;
  }
}

/** A rota as code: where it is read, and where its address is kept. */
const RotaItem = z.strictObject({ host: textOf(hostName), address: CredentialReference });
export type RotaItem = z.output<typeof RotaItem>;

/** A hook's rota as code. */
function itemOf({ host, addressRef }: Rota): RotaItem {
  return RotaItem.parse({ host, address: addressRef });
}

/** The record of a rota as code. */
function rotaOf({ host, address }: RotaItem, stamp: Pick<Rota, "userId" | "at">): Rota {
  return { host, addressRef: address, ...stamp };
}

/** Why a rota can't be here: its reference must be the workspace's own, and lead to an address of that host. */
export async function problemOf(
  { host, address }: RotaItem,
  before: RotaItem | undefined,
  { secrets, allowedHosts }: Pick<OncallContext, "secrets" | "allowedHosts">,
): Promise<string | undefined> {
  // One that is there already was checked when it came, and people may not name it.
  if (address === before?.address) return host === before.host ? undefined : texts.otherHost(host);
  try {
    await secrets.assertMine(address);
    const url = outwardAddress(await secrets.resolve(address));
    if (url?.host !== host) return texts.otherHost(host);
    await assertOutward(url, { allowedHosts });
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return error.message;
  }
}

const inFile: HookPartInFile<OncallContext, { rota?: RotaItem | undefined }> = {
  fields: { rota: RotaItem.optional() },
  itemOf: ({ rota }) => ({ rota: rota && itemOf(rota) }),
  put(hook, { rota }, { stamp }) {
    const isSame = isSameItem(rota, hook.rota && itemOf(hook.rota));
    return { rota: isSame ? hook.rota : rota && rotaOf(rota, stamp) };
  },
  leftOut: { "rota.userId": "who set it here", "rota.at": "when it was set here" },
  problem: async ({ rota }, before, context) => rota && problemOf(rota, before?.rota, context),
  references: ({ rota }) => [rota?.address],
  shownIn: { forms: ["rota"] },
};

/** Whom an escalation of a hook mentions now; undefined if it has no rota. */
async function onCallFor(
  hook: Hook,
  nowMs: number,
  { rotas }: Pick<OncallContext, "rotas">,
): Promise<Facts["onCall"]> {
  if (!hook.rota) return undefined;
  const reading = await rotas.find(hook);
  const known = onCallAt(reading, nowMs);
  const { groupBecause } = texts;
  if ("unknown" in known) return { because: groupBecause[known.unknown] };
  const people = peopleAt(reading?.shifts ?? [], nowMs);
  if (people.length === 0)
    return { because: reading?.leftOut ? groupBecause.noOneReadable : groupBecause.noOne };
  const userIds = people.flatMap(({ userId }) => userId ?? []);
  if (userIds.length > 0) return { userIds };
  return { because: groupBecause.stranger(formatList(people.map(({ name }) => texts.nameIn(name)))) };
}

/** What rotas add to hooks: an escalation mentions whoever is on call. */
export const rotaPart = hookPart<OncallContext>({
  fields: { rota: Rota.optional() },
  facts: ({ rota }) => ({ rota: rota && { host: rota.host } }),
  references: ({ rota }) => (rota ? [rota.addressRef] : []),
  kept: (workspaceId, hookId) => ({ keys: [keys.rota(workspaceId, hookId)] }),
  asCode: inFile,
  calls: rotaCalls,
  async onEscalationTab(hook, { offer }, context) {
    const { rota, escalation } = hook;
    const args = { hook: hook.id };
    const { window: words } = texts;
    if (!rota)
      return {
        lines: [words.none],
        buttons: escalation ? offer(words.follow, { call: "hooks_rota", args }) : [],
      };
    return {
      lines: [words.follows(escapeName(rota.host)), await onCallLine(hook, context)],
      buttons: [
        ...offer(words.change, { call: "hooks_rota", args }),
        ...offer(words.end, { call: "hooks_end_rota", args }),
      ],
    };
  },
  jobs: [rotaJob.name],
  onCall: (hook, nowMs, context) => (hook.rota ? onCallFor(hook, nowMs, context) : undefined),
});
