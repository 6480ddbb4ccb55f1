import type { KnownBlock } from "@slack/types";
import { ownerFields } from "../../../owners/index.ts";
import { context } from "../../../../platform/blocks/text.ts";
import { escapeName } from "../../../../platform/blocks/escape.ts";
import { stepButton } from "../../../../platform/forms/draw.ts";
import type { Finish, FormState, FormStep } from "../../../../platform/forms/form.ts";
import { factsOf, isAloneInWarehouse } from "../facts.ts";
import { endsByItself, expiresField, expiresOnField } from "../expires.ts";
import { readRequest } from "../request.ts";
import { other, sizeField } from "../sizes.ts";
import { ruleNotes } from "./review.ts";
import { buttonTexts, startsFromPreset } from "./texts.ts";
import { connection, name, presetNotes, provider, region } from "./basics.ts";

/** People with services that end by themselves see it here. Others find it among more options. */
const endFields = [expiresField, expiresOnField].map((field) => ({
  ...field,
  shows: (state: FormState) => endsByItself(state) && (field.shows?.(state) ?? true),
}));

/** The short way: all that a service with defaults needs, on one screen. */
export const start: FormStep = {
  name: "start",
  title: "New service",
  finish,
  intro,
  buttons: () => [stepButton(buttonTexts.more, "basics")],
  sections: [{ fields: [connection, name, sizeField, provider, region, ...ownerFields, ...endFields] }],
};

/** What this screen shows, or the cloud does anyway. */
const shown = new Set<string>([
  "name",
  "provider",
  "region",
  "numReplicas",
  "minReplicaMemoryGb",
  "maxReplicaMemoryGb",
  "idleTimeoutMinutes",
]);

/** Creates at once only what this screen shows. Anything else is reviewed first. */
function finish(state: FormState): Finish {
  const { values, facts } = state;
  if (values["size"] === other) return { text: buttonTexts.next, first: "size" };
  const { request } = readRequest(values);
  const isUnseen = Object.entries(request).some(([field, value]) =>
    field === "idleScaling" ? value === false : !shown.has(field),
  );
  if (isUnseen || isAloneInWarehouse(values)) return { text: buttonTexts.review, first: "review" };
  return { text: factsOf(facts).approval === undefined ? buttonTexts.create : buttonTexts.ask };
}

function intro(state: FormState): KnownBlock[] {
  const { approval, denial, preset } = factsOf(state.facts);
  return [
    ...presetNotes(state),
    ...(preset && preset.problems.length === 0 ? [context(startsFromPreset(escapeName(preset.name)))] : []),
    ...ruleNotes({ approval, denial }),
  ];
}
