import { asSentences } from "../../../lib/text.ts";
import type { ApprovedAct } from "../../../platform/access/approved-act.ts";
import type { Person } from "../../../platform/access/effective-role.ts";
import { code, escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import { type ServiceRequestField, serviceRequestFields } from "../../../platform/cloud/services/request.ts";
import type { Accepted, FormProblem, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { slackShowsWithinMs } from "../../../platform/forms/submit.ts";
import { type PriceBasis, keptPriceBasis } from "../../costs/index.ts";
import {
  type ApprovalNeeded,
  type WantedService,
  approvalNeeded,
  askForAct,
  limitProblems,
  limitsOf,
  whyDenied,
  whyDeniedSoFar,
} from "../../services/index.ts";
import { busyView } from "../changes/busy.ts";
import { type Part, SubmittedChange, acceptChange } from "../changes/change.ts";
import type { Address, Shape } from "../changes/progress.ts";
import type { LifecycleContext } from "../context.ts";
import { factsForApprovers } from "../expiry/set.ts";
import { factsOf, growthOf, partsIn, pricesIn, wantedAfter, wantedIn } from "./state.ts";
import * as texts from "./texts.ts";

/** The larger size that the form leads to. */
export function growthIn(state: FormState): WantedService | undefined {
  const { service, present } = factsOf(state.facts);
  return growthOf({ service, seen: present, parts: partsIn(state) });
}

/** Only what may cost more needs approval. */
export function neededFor(
  growth: WantedService | undefined,
  { userId, channelId }: Person,
  context: LifecycleContext,
  basis: PriceBasis | undefined,
): Promise<ApprovalNeeded | undefined> | undefined {
  return growth && approvalNeeded({ ...growth, userId, channelId }, context, basis);
}

/** What the person's role doesn't allow, among what changes. */
async function overRole(
  wanted: Shape,
  parts: readonly Part[],
  person: Person,
  context: LifecycleContext,
): Promise<FormProblem[]> {
  const touched = new Set(
    parts.flatMap(({ kind }) =>
      kind === "addresses" ? ["ipAccessList"] : kind === "scaling" ? ["maxReplicaMemoryGb"] : [],
    ),
  );
  const beyond = limitProblems(await limitsOf(person, context), wanted);
  return beyond.filter(({ field }) => touched.has(field));
}

/** A field of the size that changes. */
function fieldOf(parts: readonly Part[]): string {
  const [field] = parts.flatMap((part) => (part.kind === "scaling" ? Object.keys(part.to) : []));
  return field ?? "ipAccessList";
}

/** Keeps the form open with its problems. The audit log has that someone tried. */
async function refuse(
  { userId, userName, channelId, facts }: SubmittedForm,
  problems: FormProblem[],
  { audit, now }: LifecycleContext,
): Promise<Accepted> {
  await audit.record({
    at: now().toISOString(),
    userId,
    userName,
    ...(channelId && { channelId }),
    action: "service.change",
    subject: factsOf(facts).service.name,
    result: "refused",
    detail: asSentences(problems.map(({ message }) => message)),
  });
  return { problems };
}

/** Accepts a submitted form, asks for its approval, or says why it can't be. */
export async function accept(submitted: SubmittedForm, context: LifecycleContext): Promise<Accepted> {
  const { formId, attempt: tried, viewId, userId, userName, channelId, facts } = submitted;
  const { service, present = {}, approval, basis } = factsOf(facts);
  const parts = partsIn(submitted);
  const wanted = wantedIn(submitted);
  const tooMuch = await overRole(wanted, parts, submitted, context);
  if (tooMuch.length > 0) return refuse(submitted, tooMuch, context);
  const growth = growthIn(submitted);
  const denial = growth && (await whyDeniedSoFar(growth, context, { basis }));
  if (denial !== undefined) return refuse(submitted, [{ field: fieldOf(parts), message: denial }], context);
  const needed = await neededFor(growth, submitted, context, basis);
  if ((needed === undefined) !== (approval === undefined))
    return { problems: [{ field: "ipAccessList", message: texts.approvalChanged }] };
  const change: SubmittedChange = {
    workspaceId: context.workspaceId,
    userId,
    userName,
    channelId,
    service,
    verb: "change",
    parts,
    seen: present,
  };
  const id = `${formId}-${tried}`;
  if (needed) {
    const lines = differenceLines(present, parts);
    const shown = escapeName(service.name);
    const data = JSON.parse(JSON.stringify(change));
    const act = { kind: "service-change", name: service.name, wish: texts.wish(shown), lines, data };
    const requester = { userId, userName, channelId };
    const prices = pricesIn(submitted, basis ?? (await keptPriceBasis(service.connection, context)));
    const decidedBy = await factsForApprovers(service, prices, context);
    const asked = { id, act, requester, connection: service.connection, facts: decidedBy };
    const reply = await askForAct(asked, needed, context);
    return { view: notice(texts.askedTitle, reply.blocks) };
  }
  await acceptChange(
    id,
    { ...change, form: { formId, attempt: tried, viewId } },
    context,
    slackShowsWithinMs,
  );
  return { view: busyView("change", service.name) };
}

/** What a change does to a service, a line of mrkdwn for each difference. */
export function differenceLines(seen: Shape, parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    switch (part.kind) {
      case "addresses":
        return [
          ...part.add.map((address) => texts.addressAdded(formatAddress(address))),
          ...part.remove.map((address) => texts.addressRemoved(formatAddress(address))),
        ];
      case "scaling":
        return scalingFields.flatMap((field) => {
          const to = part.to[field];
          return to === undefined
            ? []
            : [texts.difference(labelOf(field), valueText(field, seen[field]), valueText(field, to))];
        });
      case "stop":
      case "start":
      case "delete":
        return [];
    }
  });
}

const scalingFields = [
  "numReplicas",
  "minReplicaMemoryGb",
  "maxReplicaMemoryGb",
  "idleScaling",
  "idleTimeoutMinutes",
] as const;

function labelOf(field: ServiceRequestField): string {
  return escapeMrkdwn(serviceRequestFields[field].label);
}

function valueText(field: ServiceRequestField, value: number | boolean | undefined): string {
  if (value === undefined) return texts.unknownValue;
  if (typeof value === "boolean") return value ? texts.on : texts.off;
  const { unit } = serviceRequestFields[field];
  return unit ? `${value} ${unit}` : String(value);
}

function formatAddress({ source, description }: Address): string {
  return description ? `${code(source)} ${escapeMrkdwn(description)}` : code(source);
}

/** A change of a service that approvers let through. */
export const approvedChange: ApprovedAct<LifecycleContext> = {
  kind: "service-change",
  queue: "service-changes",
  async obstacle(data, requester, context) {
    const change = SubmittedChange.parse(data);
    const { parts, seen = {} } = change;
    const tooMuch = await overRole(wantedAfter(seen, parts), parts, requester, context);
    if (tooMuch.length > 0) return texts.noLongerAllowed;
    const growth = growthOf(change);
    return growth && whyDenied(growth, context);
  },
  carryOut: (id, data, _requester, context) => acceptChange(id, SubmittedChange.parse(data), context),
};
