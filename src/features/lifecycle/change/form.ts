import type { KnownBlock } from "@slack/types";
import { type PriceBasis, keptPriceBasis, readPriceBasis } from "../../costs/index.ts";
import {
  type Known,
  NewService,
  contractField,
  isOpenToWorld,
  sizes,
  stepsOf,
  whyDeniedSoFar,
} from "../../services/index.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { hashJson } from "../../../lib/hash.ts";
import { escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { packed, section } from "../../../platform/blocks/text.ts";
import { getService } from "../../../platform/cloud/services/service.ts";
import type {
  Finding,
  Form,
  FormPerson,
  FormProblem,
  FormState,
  FormStep,
  FormValues,
} from "../../../platform/forms/form.ts";
import { isDeepStrictEqual } from "node:util";
import { shapeOf } from "../changes/change.ts";
import type { Shape } from "../changes/progress.ts";
import type { LifecycleContext } from "../context.ts";
import { accept, differenceLines, growthIn, neededFor } from "./accept.ts";
import {
  type ChangeFacts,
  type Wished,
  factsOf,
  fillable,
  isUnfilled,
  partsIn,
  priceText,
  problemsIn,
  valuesOf,
  wantedIn,
} from "./state.ts";
import * as texts from "./texts.ts";

/** Nothing that the server doesn't tell is offered, so nothing unknown is overwritten. */
const tells = (field: keyof Shape) => (state: FormState) =>
  factsOf(state.facts).present?.[field] !== undefined;

const settings: FormStep = {
  name: "settings",
  title: "Settings",
  intro: ({ facts }) => {
    const { service, present, trouble, wished } = factsOf(facts);
    const name = escapeName(service.name);
    return [
      section(trouble ?? (present ? texts.about(name) : texts.reading(name))),
      ...(present && isUnfilled(present, wished) ? [section(texts.untold)] : []),
    ];
  },
  sections: [
    {
      fields: [
        contractField("ipAccessList", {
          input: "lines",
          placeholder: "203.0.113.0/24 office",
          help: texts.addressesHelp,
          shows: tells("ipAccessList"),
        }),
        contractField("idleScaling", {
          input: "toggle",
          // Off has the value `false`, not none.
          initial: true,
          toggleText: texts.scaleToZero,
          shows: tells("idleScaling"),
        }),
        contractField("idleTimeoutMinutes", {
          input: "number",
          shows: (state) => tells("idleTimeoutMinutes")(state) && state.values["idleScaling"] !== false,
        }),
        contractField("numReplicas", { input: "number", shows: tells("numReplicas") }),
        memory("minReplicaMemoryGb"),
        memory("maxReplicaMemoryGb"),
      ],
    },
  ],
};

function memory(name: "minReplicaMemoryGb" | "maxReplicaMemoryGb") {
  return contractField(name, {
    input: "select",
    numeric: true,
    shows: tells(name),
    choices: () => stepsOf(name),
  });
}

const review: FormStep = { name: "review", title: "Difference", intro: reviewBlocks, sections: [] };

function reviewBlocks(state: FormState): KnownBlock[] {
  const { service, present = {}, approval, denial } = factsOf(state.facts);
  const price = priceText(state);
  const parts = partsIn(state);
  const { ipAccessList } = wantedIn(state);
  const touchesAddresses = parts.some(({ kind }) => kind === "addresses");
  return [
    section(texts.differences(escapeName(service.name))),
    ...packed(differenceLines(present, parts)),
    ...(touchesAddresses && ipAccessList?.length === 0 ? [section(texts.noAddress)] : []),
    ...(touchesAddresses && isOpenToWorld(ipAccessList ?? []) ? [section(texts.openToWorld)] : []),
    ...(price === undefined ? [] : [section(price)]),
    ...(denial === undefined ? [] : [section(texts.denied(escapeMrkdwn(denial)))]),
    ...(approval === undefined || denial !== undefined ? [] : [section(approval)]),
  ];
}

/** The form behind `/db services change`. */
export const changeServiceForm: Form<LifecycleContext> = {
  name: "change-service",
  access: "operator",
  title: texts.title,
  submit: ({ facts }) => (factsOf(facts).approval === undefined ? texts.buttons.change : texts.buttons.ask),
  steps: [settings, review],
  async begin(given, { services }) {
    const { serviceId, name, connection } = await services.find(String(given["service"]));
    return { values: {}, facts: { service: { serviceId, name, connection }, wished: wishedIn(given) } };
  },
  problems,
  prepare: async (step, state, context, person) =>
    step === "review" ? { facts: await reviewFacts(state, context, person) } : undefined,
  fetchFacts: (_about, state, context) => readService(state, context),
  fetchAside: (about, state, context, person) =>
    about === "review" ? [readPrice(state, context, person)] : [],
  hash: (state) => hashJson([partsIn(state), factsOf(state.facts).approval !== undefined]),
  accept,
};

/** What a command or a sentence asked for. What the cloud would refuse is left to the form, which says why. */
function wishedIn(given: FormValues): Wished | undefined {
  const { size, replicas } = NewService.safeParse(given).data ?? {};
  const { minReplicaMemoryGb, maxReplicaMemoryGb } = (size && sizes[size]) ?? {};
  const wished = { numReplicas: replicas, minReplicaMemoryGb, maxReplicaMemoryGb };
  return size === undefined && replicas === undefined ? undefined : wished;
}

/** A change of the size or of who may connect. */
function problems(state: FormState): FormProblem[] {
  const { present, trouble } = factsOf(state.facts);
  const field = "ipAccessList";
  if (trouble !== undefined || !present) return [{ field, message: texts.stillReading }];
  const wrong = problemsIn(state);
  if (wrong.length > 0) return wrong;
  return partsIn(state).length === 0 ? [{ field, message: texts.nothingChanged }] : [];
}

/** What was read counts until something else was. */
function counts({ facts }: FormState): boolean {
  return factsOf(facts).present === undefined;
}

async function readService(state: FormState, context: LifecycleContext): Promise<Finding | undefined> {
  const { service, present, wished } = factsOf(state.facts);
  if (present) return undefined;
  const { serviceId, name, connection } = service;
  const read = await attempt(() => context.cloudOf(connection).call(getService, { serviceId }));
  if (read instanceof AppError) {
    const shown = escapeName(name);
    const trouble = read.unserved ? texts.notOffered(shown) : texts.unread(shown, explain(read));
    return { facts: { trouble }, counts };
  }
  const shape = shapeOf(read);
  return {
    facts: { trouble: undefined, present: shape },
    values: valuesOf({ ...shape, ...fillable(shape, wished) }),
    counts,
  };
}

async function readPrice(
  state: FormState,
  context: LifecycleContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  const { connection } = factsOf(state.facts).service;
  const read = await attempt(() => readPriceBasis(connection, context));
  const basis = read instanceof AppError ? undefined : read;
  const facts = await reviewFacts(state, context, person, { basis, readsBudgets: true });
  const { basis: shown, approval, denial } = factsOf(state.facts);
  if (isDeepStrictEqual(facts, { basis: shown, approval, denial })) return undefined;
  const hash = hashJson(partsIn(state));
  return { facts, counts: (at) => hashJson(partsIn(at)) === hash };
}

/** What prices rest on, who must approve the change, and why it is denied, at a price that was read or is kept. */
async function reviewFacts(
  state: FormState,
  context: LifecycleContext,
  person: FormPerson,
  known: Known = {},
): Promise<Pick<ChangeFacts, "basis" | "approval" | "denial">> {
  const { service, basis: shown } = factsOf(state.facts);
  const basis = known.basis ?? shown ?? (await keptBasis(service.connection, context));
  const growth = growthIn(state);
  const needed = await neededFor(growth, person, context, basis);
  return {
    basis,
    denial: growth && (await whyDeniedSoFar(growth, context, { ...known, basis })),
    approval: needed && texts.needsApproval(needed.policy.groupId, needed.policy.channelId, needed.because),
  };
}

async function keptBasis(connection: string, context: LifecycleContext): Promise<PriceBasis | undefined> {
  const kept = await attempt(() => keptPriceBasis(connection, context));
  return kept instanceof AppError ? undefined : kept;
}
