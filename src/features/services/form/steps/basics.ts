import type { KnownBlock } from "@slack/types";
import { ownerFields } from "../../../owners/index.ts";
import { escapeMrkdwn, escapeName } from "../../../../platform/blocks/escape.ts";
import { context, section } from "../../../../platform/blocks/text.ts";
import { limits } from "../../../../platform/blocks/limits.ts";
import { providers, regionsByProvider } from "../../../../platform/cloud/services/request.ts";
import { foldName } from "../../../../lib/text.ts";
import type { Choice, FormField, FormState, FormStep } from "../../../../platform/forms/form.ts";
import { stepButton } from "../../../../platform/forms/draw.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import { contractField, plainChoices, typed } from "../pick.ts";
import { factsOf } from "../facts.ts";
import { expiresField, expiresOnField } from "../expires.ts";
import { connectionIn } from "../request.ts";
import * as texts from "./texts.ts";

const providerNames: Record<(typeof providers)[number], string> = {
  aws: "AWS",
  gcp: "Google Cloud",
  azure: "Azure",
};

/** Asks for the connection when the workspace has several. */
export const connection: FormField = {
  name: "connection",
  label: "Connection",
  help: texts.connectionHelp,
  input: "select",
  optional: false,
  choices: ({ facts }) => plainChoices(factsOf(facts).connections),
  shows: ({ facts }) => factsOf(facts).connections.length > 1,
};

/** Asks for the service's name. */
export const name = contractField("name", {
  input: "text",
  optional: false,
  placeholder: texts.namePlaceholder,
});

/** Asks for the provider. */
export const provider = contractField("provider", {
  input: "select",
  optional: false,
  initial: "aws",
  choices: () => providers.map((value) => ({ value, text: providerNames[value] })),
});

/** Asks for one of the provider's regions. */
export const region = contractField("region", {
  input: "select",
  optional: false,
  choices: ({ values }) => regionChoices(values["provider"]),
  follows: ({ values }) => textIn(values, "provider"),
  placeholder: texts.regionPlaceholder,
});

const preset: FormField = {
  name: "preset",
  label: "Start from a preset",
  help: texts.presetHelp,
  input: "select",
  optional: true,
  noneText: texts.noPreset,
  choices: ({ facts }) => factsOf(facts).presets.map((name) => ({ value: name, text: name })),
  shows: ({ facts }) => factsOf(facts).presets.length > 0,
};

const findService: FormField = {
  name: "findService",
  label: "Find a service",
  help: texts.findServiceHelp,
  input: "text",
  optional: true,
  maxLength: 100,
  shows: (state) => servicesHere(state).length >= limits.select.options,
};

const backupService: FormField = {
  name: "backupService",
  label: "Start from a backup of",
  help: texts.backupServiceHelp,
  input: "select",
  optional: true,
  noneText: texts.noBackup,
  choices: (state) => [
    { value: typed, text: texts.typedBackup },
    ...matching(servicesHere(state), state.values, "findService", "backupService"),
  ],
  rest: texts.findServiceAbove,
  follows: ({ values, facts }) => `${connectionIn(values)}${factsOf(facts).listed ? "-listed" : ""}`,
};

/** Asks for a backup's id when the lists don't have it. */
const typedBackup: FormField = {
  name: "typedBackup",
  label: "Backup id",
  help: texts.typedBackupHelp,
  input: "text",
  optional: false,
  maxLength: 100,
  shows: ({ values }) => values["backupService"] === typed,
};

const findBackup: FormField = {
  name: "findBackup",
  label: "Find a backup",
  help: texts.findBackupHelp,
  input: "text",
  optional: true,
  maxLength: 100,
  shows: (state) => backupChoices(state).length > limits.select.options,
};

const backupId = contractField("backupId", {
  input: "select",
  help: texts.backupHelp,
  placeholder: texts.backupPlaceholder,
  optional: false,
  choices: (state) => matching(backupChoices(state), state.values, "findBackup", "backupId"),
  rest: texts.findBackupAbove,
  shows: ({ values }) => typeof values["backupService"] === "string" && values["backupService"] !== typed,
  follows: ({ values }) => textIn(values, "backupService"),
  emptyText: noBackups,
});

/** Asks where the service runs, and what it starts from. */
export const basics: FormStep = {
  name: "basics",
  title: "Basics",
  intro,
  buttons: () => [stepButton(texts.buttonTexts.skip, "review")],
  sections: [
    {
      fields: [
        connection,
        preset,
        name,
        provider,
        region,
        findService,
        backupService,
        typedBackup,
        findBackup,
        backupId,
        ...ownerFields,
        expiresField,
        expiresOnField,
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
  if (!isRead) return texts.readingBackups;
  return backups?.choices.length ? texts.noSuchBackup : texts.noBackups;
}

/** A backup can be restored only through the connection that made it. */
function servicesHere({ facts, values }: FormState): Choice[] {
  const { services, listed } = factsOf(facts);
  const here = connectionIn(values);
  const known = services.filter(({ connection: each }) => each === here);
  const ids = new Set(known.map(({ value }) => value));
  const others = listed?.connection === here ? listed.services.filter(({ value }) => !ids.has(value)) : [];
  return [...known, ...others].map(({ value, text }) => ({ value, text }));
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

function intro(state: FormState): KnownBlock[] {
  const { backupTrouble, origin, backups } = factsOf(state.facts);
  const { backupService } = state.values;
  const isRestore = typeof backupService === "string" && backupService !== typed;
  return [
    ...presetNotes(state),
    ...(isRestore && backupTrouble ? [section(`:warning: ${backupTrouble}`)] : []),
    ...(isRestore && backups?.state === "read" && backups.choices.length === 0
      ? [section(texts.noFinishedBackup)]
      : []),
    ...(isRestore && origin ? [context(formatOrigin(origin))] : []),
  ];
}

/** What to know of the preset and of other drafts. */
export function presetNotes({ facts }: FormState): KnownBlock[] {
  const { note, preset: chosen } = factsOf(facts);
  if (!chosen || chosen.problems.length === 0) return note === undefined ? [] : [section(note)];
  const problems = texts.presetProblemsText(
    escapeName(chosen.name),
    chosen.problems.map((problem) => escapeMrkdwn(problem)),
  );
  return [...(note === undefined ? [] : [section(note)]), section(problems)];
}

function formatOrigin({
  name,
  region: home,
  tier,
}: NonNullable<ReturnType<typeof factsOf>["origin"]>): string {
  return texts.originText(
    escapeName(name),
    home === undefined ? undefined : escapeName(home),
    tier === undefined ? undefined : escapeName(tier),
  );
}
