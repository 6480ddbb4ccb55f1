import { hookPart, type HookPartInFile } from "../../alerts/index.ts";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { hostName, textOf } from "../../../lib/kinds.ts";
import { isSameItem } from "../../../platform/as-code/part.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { assertOutward, outwardAddress } from "../../../platform/http/outward.ts";
import { CredentialReference } from "../../../platform/secrets/reference.ts";
import type { OncallContext } from "../context.ts";
import { handoverItem, handoverJob } from "./advance.ts";
import { handoverCalls } from "./command.ts";
import {
  Handover,
  handoverKinds,
  handoverMark,
  handoverNames,
  isHandoverDue,
  referencesOf,
} from "./record.ts";
import * as texts from "./texts.ts";

declare module "../../alerts/hooks/record.ts" {
  interface HookFields {
    /** Who takes over when an incident escalates, besides the group. */
    handover?: Handover | undefined;
  }
}

/** A hand-over as code: where it leads, and where its secrets are kept. */
const HandoverItem = z.strictObject({
  to: z.enum(handoverKinds),
  /** The host of a webhook. */
  host: textOf(hostName).optional(),
  key: CredentialReference,
  address: CredentialReference.optional(),
  answers: CredentialReference.optional(),
});
type HandoverItem = z.output<typeof HandoverItem>;

/** A hook's hand-over as code. */
function itemOf({ kind, keyRef, addressRef, answersRef, host }: Handover): HandoverItem {
  return HandoverItem.parse({
    to: kind,
    host: kind === "webhook" ? host : undefined,
    key: keyRef,
    address: addressRef,
    answers: answersRef,
  });
}

/** The record of a hand-over as code. */
function handoverOf(
  { to, host, key, address, answers }: HandoverItem,
  { pagerDutyUrl }: Pick<OncallContext, "pagerDutyUrl">,
  stamp: Pick<Handover, "userId" | "at">,
): Handover {
  return {
    kind: to,
    keyRef: key,
    addressRef: address,
    answersRef: answers,
    host: host ?? new URL(pagerDutyUrl).host,
    ...stamp,
  };
}

/** Why a hand-over can't be here: its references must be the workspace's own, and lead to what the file says. */
async function problemOf(
  wanted: HandoverItem,
  before: HandoverItem | undefined,
  { secrets, allowedHosts }: Pick<OncallContext, "secrets" | "allowedHosts">,
): Promise<string | undefined> {
  const { to, host, key, address, answers } = wanted;
  const isWebhook = to === "webhook";
  if (isWebhook !== (address !== undefined) || isWebhook !== (host !== undefined)) return texts.code.webhook;
  if (isWebhook && answers !== undefined) return texts.code.noAnswers;
  // Those that are there already were checked when they came, and people may not name all of them.
  const known = new Set([before?.key, before?.address, before?.answers]);
  try {
    for (const reference of [key, address, answers]) {
      if (reference === undefined || known.has(reference)) continue;
      await secrets.assertMine(reference);
      const secret = await secrets.resolve(reference);
      if (reference !== address) continue;
      const url = outwardAddress(secret);
      if (url?.host !== host) return texts.code.otherHost(host ?? "");
      if (url) await assertOutward(url, { allowedHosts });
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return error.message;
  }
}

const inFile: HookPartInFile<OncallContext, { handover?: HandoverItem | undefined }> = {
  fields: { handover: HandoverItem.optional() },
  itemOf: ({ handover }) => ({ handover: handover && itemOf(handover) }),
  put(hook, { handover }, { context, stamp }) {
    const isSame = isSameItem(handover, hook.handover && itemOf(hook.handover));
    return { handover: isSame ? hook.handover : handover && handoverOf(handover, context, stamp) };
  },
  leftOut: { "handover.userId": "who set it here", "handover.at": "when it was set here" },
  problem: async ({ handover }, before, context) =>
    handover && problemOf(handover, before?.handover, context),
  references: ({ handover }) => [handover?.key, handover?.address, handover?.answers],
  shownIn: { forms: ["hand-over"] },
};

/** What hand-overs add to hooks: PagerDuty or a webhook hears what becomes of an escalated incident. */
export const handoverPart = hookPart<OncallContext>({
  fields: { handover: Handover.optional() },
  facts: ({ handover }) => ({ handover: handover && { kind: handover.kind, host: handover.host } }),
  references: ({ handover }) => (handover ? referencesOf(handover) : []),
  asCode: inFile,
  calls: handoverCalls,
  async onEscalationTab({ id, escalation, handover }, { offer }) {
    const args = { hook: id };
    const { window: words } = texts;
    if (handover)
      return {
        lines: [words.to(handoverNames[handover.kind], escapeName(handover.host))],
        buttons: offer(words.off, { call: "hooks_end_handover", args }),
      };
    return {
      lines: [words.none],
      buttons: escalation
        ? handoverKinds.flatMap((to) =>
            offer(words.on[to], { call: "hooks_handover", args: { ...args, to } }),
          )
        : [],
    };
  },
  jobs: [handoverJob.name],
  ingest({ hook }, { workspaceId }) {
    if (!hook.handover) return undefined;
    let due: string[] = [];
    return {
      store({ incidents, known }) {
        const before = new Map(known.map((incident) => [incident.id, incident]));
        const changed = incidents
          .map(({ incident }) => incident)
          .filter((incident) => isHandoverDue(hook, before.get(incident.id), incident));
        due = changed.map(({ id }) => id);
        return changed.map((incident) => handoverMark(workspaceId, incident));
      },
      wake: () =>
        due.map((incidentId) => {
          const [id, data] = handoverItem(workspaceId, incidentId);
          return { queue: handoverJob.name, id, data };
        }),
    };
  },
});
