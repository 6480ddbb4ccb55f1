import type { KnownBlock } from "@slack/types";
import { type RateFinding, findComputeRate, formatMonthly, keptComputeRate } from "../../costs/index.ts";
import { contractField, isOpenToWorld, stepsOf, whyDeniedSoFar } from "../../services/index.ts";
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
} from "../../../platform/forms/form.ts";
import { type Shape, shapeOf } from "../changes/change.ts";
import type { LifecycleContext } from "../context.ts";
import { accept, growthIn, neededFor } from "./accept.ts";
import { differenceLines } from "./difference.ts";
import { factsOf, partsIn, problemsIn, valuesOf, wantedIn } from "./state.ts";
import * as texts from "./texts.ts";

/** Nothing that the server doesn't tell is offered, so nothing unknown is overwritten. */
const tells = (field: keyof Shape) => (state: FormState) =>
  factsOf(state.facts).present?.[field] !== undefined;

const settings: FormStep = {
  name: "settings",
  title: "Settings",
  intro: ({ facts }) => {
    const { service, present, trouble } = factsOf(facts);
    const name = escapeName(service.name);
    return [section(trouble ?? (present ? texts.about(name) : texts.reading(name)))];
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
  const { service, present = {}, price, approval, denial } = factsOf(state.facts);
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
    return { values: {}, facts: { service: { serviceId, name, connection } } };
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
  const { service, present } = factsOf(state.facts);
  if (present) return undefined;
  const { serviceId, name, connection } = service;
  const read = await attempt(() => context.cloudOf(connection).call(getService, { serviceId }));
  if (read instanceof AppError) {
    const shown = escapeName(name);
    const trouble = read.unserved ? texts.notOffered(shown) : texts.unread(shown, explain(read));
    return { facts: { trouble }, counts };
  }
  const shape = shapeOf(read);
  return { facts: { trouble: undefined, present: shape }, values: valuesOf(shape), counts };
}

async function readPrice(
  state: FormState,
  context: LifecycleContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  const { connection } = factsOf(state.facts).service;
  const { services, computeRates, now } = context;
  const cloud = context.cloudOf(connection);
  const found = await attempt(() => findComputeRate({ cloud, services, computeRates, now }, connection));
  const facts = await reviewFacts(state, context, person, found instanceof AppError ? undefined : found);
  const known = factsOf(state.facts);
  if (facts.price === known.price && facts.approval === known.approval && facts.denial === known.denial)
    return undefined;
  const hash = hashJson(partsIn(state));
  return { facts, counts: (at) => hashJson(partsIn(at)) === hash };
}

/** The price before and after, who must approve it, and why it is denied, at a rate that was found or is kept. */
async function reviewFacts(
  state: FormState,
  context: LifecycleContext,
  person: FormPerson,
  found?: RateFinding,
) {
  const { service, present = {} } = factsOf(state.facts);
  const wanted = wantedIn(state);
  const kept = await attempt(() => keptComputeRate(context, service.connection));
  const finding = kept instanceof AppError ? undefined : kept;
  const growth = growthIn(state);
  const needed = await neededFor(growth, person, context);
  return {
    denial: growth && (await whyDeniedSoFar(growth, context, found)),
    price: partsIn(state).some(({ kind }) => kind === "scaling")
      ? priceText(present, wanted, finding, context)
      : undefined,
    approval: needed && texts.needsApproval(needed.policy.groupId, needed.policy.channelId, needed.because),
  };
}

function priceText(
  present: Shape,
  wanted: Shape,
  finding: RateFinding | undefined,
  { computeCreditsPerGbHour: adminRate }: LifecycleContext,
): string {
  const [before, after] = [present, wanted].map((request) => formatMonthly({ request, finding, adminRate }));
  return before === undefined || after === undefined ? texts.unknownPrice : texts.price(before, after);
}
