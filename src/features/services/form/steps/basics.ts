import type { KnownBlock } from "@slack/types";
import { escapeMrkdwn, escapeName } from "../../../../platform/blocks/escape.ts";
import { context, section } from "../../../../platform/blocks/text.ts";
import { limits } from "../../../../platform/blocks/limits.ts";
import { providers, regionsByProvider } from "../../../../platform/cloud/services/request.ts";
import { foldName } from "../../../../lib/text.ts";
import type { Choice, FormField, FormState, FormStep } from "../../../../platform/forms/form.ts";
import { stepButton } from "../../../../platform/forms/draw.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import { contractField, plainChoices } from "../contract-field.ts";
import { factsOf } from "../facts.ts";
import { connectionIn } from "../request.ts";

const providerNames: Record<(typeof providers)[number], string> = {
  aws: "AWS",
  gcp: "Google Cloud",
  azure: "Azure",
};

/** Asks for the connection when the workspace has several. */
const connection: FormField = {
  name: "connection",
  label: "Connection",
  help: "The database cloud it is created in.",
  input: "select",
  optional: false,
  choices: ({ facts }) => plainChoices(factsOf(facts).connections),
  shows: ({ facts }) => factsOf(facts).connections.length > 1,
};

const preset: FormField = {
  name: "preset",
  label: "Start from a preset",
  help: "Fills in what the preset says; everything can still be changed.",
  input: "select",
  optional: true,
  noneText: "No preset",
  choices: ({ facts }) => factsOf(facts).presets.map((name) => ({ value: name, text: name })),
  shows: ({ facts }) => factsOf(facts).presets.length > 0,
};

const findService: FormField = {
  name: "findService",
  label: "Find a service",
  help: "Type a part of its name, and choose it below.",
  input: "text",
  optional: true,
  maxLength: 100,
  shows: (state) => servicesHere(state).length >= limits.select.options,
};

const backupService: FormField = {
  name: "backupService",
  label: "Start from a backup of",
  help: "The new service begins with the data of that backup, and in the same region.",
  input: "select",
  optional: true,
  noneText: "No backup: start empty",
  choices: (state) => matching(servicesHere(state), state.values, "findService", "backupService"),
  rest: "Find others by name above.",
  emptyText: "No service has that in its name.",
  shows: (state) => servicesHere(state).length > 0,
  follows: ({ values }) => connectionIn(values),
};

const findBackup: FormField = {
  name: "findBackup",
  label: "Find a backup",
  help: "Type a part of its date, such as 2026-08-14, and choose it below.",
  input: "text",
  optional: true,
  maxLength: 100,
  shows: (state) => backupChoices(state).length > limits.select.options,
};

const backupId = contractField("backupId", {
  input: "select",
  help: "The newest is first. The service it was made of is not changed.",
  placeholder: "Choose a backup",
  optional: false,
  choices: (state) => matching(backupChoices(state), state.values, "findBackup", "backupId"),
  rest: "Find older ones by date above.",
  shows: ({ values }) => typeof values["backupService"] === "string",
  follows: ({ values }) => textIn(values, "backupService"),
  emptyText: noBackups,
});

/** Asks where the service runs, and what it starts from. */
export const basics: FormStep = {
  name: "basics",
  title: "Basics",
  intro,
  buttons: () => [stepButton("Skip to review", "review")],
  sections: [
    {
      fields: [
        connection,
        preset,
        contractField("name", { input: "text", optional: false, placeholder: "orders staging" }),
        contractField("provider", {
          input: "select",
          optional: false,
          initial: "aws",
          choices: () => providers.map((value) => ({ value, text: providerNames[value] })),
        }),
        contractField("region", {
          input: "select",
          optional: false,
          choices: ({ values }) => regionChoices(values["provider"]),
          follows: ({ values }) => textIn(values, "provider"),
          placeholder: "Choose a region",
        }),
        findService,
        backupService,
        findBackup,
        backupId,
      ],
    },
  ],
};

function regionChoices(provider: unknown): Choice[] {
  const known = providers.find((name) => name === provider);
  return plainChoices(known ? regionsByProvider[known] : Object.values(regionsByProvider).flat());
}

function noBackups({ facts, values }: FormState): string {
  const { backups } = factsOf(facts);
  const isRead = backups?.serviceId === values["backupService"] && backups?.state !== "reading";
  if (!isRead) return "Reading the backups…";
  return backups?.choices.length ? "No backup has that in its date." : "There is none to choose from.";
}

/** A backup can be restored only through the connection that made it. */
function servicesHere({ facts, values }: FormState): Choice[] {
  return factsOf(facts)
    .services.filter(({ connection: each }) => each === connectionIn(values))
    .map(({ value, text }) => ({ value, text }));
}

function backupChoices({ facts, values }: FormState): Choice[] {
  const { backups } = factsOf(facts);
  return backups?.serviceId === values["backupService"] ? (backups?.choices ?? []) : [];
}

/** The choices that a search finds, and the one that is chosen. */
function matching(
  choices: readonly Choice[],
  values: FormState["values"],
  search: string,
  field: string,
): Choice[] {
  const wanted = foldName(textIn(values, search));
  return choices.filter(({ value, text }) => value === values[field] || foldName(text).includes(wanted));
}

function intro({ facts, values }: FormState): KnownBlock[] {
  const { note, preset: chosen, backupTrouble, origin, backups } = factsOf(facts);
  const isRestore = typeof values["backupService"] === "string";
  return [
    ...(note === undefined ? [] : [section(note)]),
    ...(chosen && chosen.problems.length > 0 ? [section(presetProblems(chosen))] : []),
    ...(isRestore && backupTrouble ? [section(`:warning: ${backupTrouble}`)] : []),
    ...(isRestore && backups?.state === "read" && backups.choices.length === 0
      ? [section("This service has no backup that is done yet. Choose another one, or start empty.")]
      : []),
    ...(isRestore && origin ? [context(originText(origin))] : []),
  ];
}

function presetProblems({ name, problems }: { name: string; problems: string[] }): string {
  const lines = problems.map((problem) => `• ${escapeMrkdwn(problem)}`);
  return [
    `:warning: Some of the preset *${escapeName(name)}* is no longer allowed, and is left out here:`,
    ...lines,
  ].join("\n");
}

function originText({ name, region, tier }: NonNullable<ReturnType<typeof factsOf>["origin"]>): string {
  const original = `*${escapeName(name)}*`;
  if (region === undefined) {
    return `Region and tier must be those of ${original}. This cloud does not say where it runs, so please choose the same.`;
  }
  const tierText = tier === undefined ? "" : `, tier ${escapeName(tier)}`;
  return `A service from a backup must run where the original does: ${original} is in ${escapeName(region)}${tierText}.`;
}
