import type { Button } from "@slack/types";
import { z } from "zod";
import { AppError, attempt } from "../../lib/errors.ts";
import { mentionOf } from "../../platform/access/known-people.ts";
import { button } from "../../platform/blocks/button.ts";
import { escapeName } from "../../platform/blocks/escape.ts";
import { escapeSentence } from "../../platform/blocks/explain.ts";
import { section } from "../../platform/blocks/text.ts";
import type { ServiceFact } from "../../platform/commands/service-facts.ts";
import type {
  Accepted,
  Form,
  FormField,
  FormProblem,
  FormValues,
  SubmittedForm,
} from "../../platform/forms/form.ts";
import type { Action } from "../../platform/forms/interaction.ts";
import { notice } from "../../platform/forms/notice.ts";
import { startFormAbove } from "../../platform/forms/open.ts";
import { textIn } from "../../platform/forms/state.ts";
import { type GivenOwner, changeOwner, checkOwner } from "./change.ts";
import type { OwnersContext } from "./context.ts";
import type { Ownership } from "./record.ts";
import { type Team, readTeamSoon, teamLength, teamName } from "./team.ts";
import * as texts from "./texts.ts";

const actionId = "service-owner";

/** Opens the form that changes whom a service belongs to. */
export function ownerButton(
  { serviceId }: { serviceId: string },
  text: string = texts.buttons.owner,
): Button {
  return button({ text, actionId, value: serviceId });
}

/** The fields for an owner and a team, for any form. */
export const ownerFields: readonly [FormField, FormField] = [
  { name: "ownerId", label: texts.form.owner, help: texts.form.ownerHelp, input: "person", optional: true },
  {
    name: "team",
    label: texts.form.team,
    help: texts.form.teamHelp,
    input: "text",
    optional: true,
    maxLength: teamLength,
  },
];

const Facts = z.object({ serviceId: z.string(), name: z.string(), connection: z.string() });

/** The small form that changes an owner and a team. */
export const ownerForm: Form<OwnersContext> = {
  name: "service-owner",
  access: "operator",
  title: texts.form.title,
  submit: texts.form.submit,
  async begin(given, context) {
    const service = await context.services.find(textIn(given, "serviceId"));
    const known = await context.owners.of(service.serviceId);
    const { serviceId, name, connection } = service;
    return {
      values: { ownerId: known?.ownerId, team: known?.team && teamName(known.team) },
      facts: { serviceId, name, connection },
    };
  },
  steps: [
    {
      name: "owner",
      title: texts.form.title,
      intro: ({ facts }) => [section(texts.formIntro(textIn(facts, "name")))],
      sections: [{ fields: ownerFields }],
    },
  ],
  problems: () => [],
  accept,
};

async function accept({ values, facts, userId }: SubmittedForm, context: OwnersContext): Promise<Accepted> {
  const service = Facts.parse(facts);
  const chosen = await chosenOwner(values, context);
  if ("problems" in chosen) return chosen;
  const { ownerId = null, team = null } = chosen;
  const known = await changeOwner(service, { ownerId, team }, context, userId);
  return { view: notice(texts.form.title, [section(ownerSentence(service.name, known))]) };
}

/** The owner and the team that a form's fields say, or what is wrong with them. */
export async function chosenOwner(
  values: FormValues,
  context: OwnersContext,
): Promise<{ ownerId?: string; team?: Team } | { problems: FormProblem[] }> {
  const ownerId = textIn(values, "ownerId");
  const notOwner = ownerId === "" ? undefined : await whyNotOwner(ownerId, context);
  if (notOwner !== undefined) return { problems: [{ field: "ownerId", message: notOwner }] };
  const team = await typedTeam(textIn(values, "team"), context);
  if (team instanceof AppError) return { problems: [{ field: "team", message: team.message }] };
  return { ...(ownerId !== "" && { ownerId }), ...(team && { team }) };
}

/** Why a person can't own a service, in plain text. A slow Slack must not stop the change. */
export async function whyNotOwner(ownerId: string, context: OwnersContext): Promise<string | undefined> {
  const checked = await attempt(() => checkOwner(ownerId, context, { maxWaitMs: 1_000 }));
  if (!(checked instanceof AppError) || ["limited", "upstream"].includes(checked.kind)) return undefined;
  if (checked.kind === "user") return checked.message;
  throw checked;
}

/** The team in a form's field, or what is wrong with it. Undefined for an empty field. */
export async function typedTeam(typed: string, context: OwnersContext): Promise<Team | AppError | undefined> {
  const words = typed.trim();
  if (words === "") return undefined;
  const team = await attempt(() => readTeamSoon(words, context));
  if (team instanceof AppError && team.kind !== "user") throw team;
  return team;
}

/** Says in mrkdwn how it went for one service. */
export function givenSentence({ service, known, refusal }: GivenOwner): string {
  return refusal === undefined ? ownerSentence(service.name, known) : escapeSentence(refusal);
}

/** An owner and a team in mrkdwn, as far as they are known. A mention notifies in a new message. */
export function ownerParts(known: Pick<Ownership, "ownerId" | "team"> | undefined): {
  owner: string | undefined;
  team: string | undefined;
} {
  return {
    owner: known?.ownerId === undefined ? undefined : mentionOf(known.ownerId),
    team: known?.team && escapeName(teamName(known.team)),
  };
}

/** Whom a service belongs to after a change, in mrkdwn. */
export function ownerSentence(name: string, known: Ownership | undefined): string {
  const { owner, team } = ownerParts(known);
  return texts.changed(name, owner, team);
}

/** The owner and the team of a service for a message, in mrkdwn. The owner is mentioned. Undefined for neither. */
export function ownerText(known: Pick<Ownership, "ownerId" | "team"> | undefined): string | undefined {
  const { owner, team } = ownerParts(known);
  return owner === undefined && team === undefined ? undefined : texts.fact(owner, team);
}

/** Whom each service belongs to. */
export const ownerOfService: ServiceFact<OwnersContext> = {
  label: texts.factLabel,
  rank: 4,
  async read(services, { owners }) {
    const known = new Map((await owners.readable()).map((one) => [one.serviceId.toLowerCase(), one]));
    return new Map(
      services.map(({ serviceId }) => {
        const ownership = known.get(serviceId.toLowerCase());
        const { owner, team } = ownerParts(ownership);
        const data = { ownerId: ownership?.ownerId, team: ownership?.team && teamName(ownership.team) };
        return [serviceId, { text: texts.fact(owner, team), data }];
      }),
    );
  },
};

/** “Owner” on a service's card. */
export const ownerAction: Action<OwnersContext> = {
  actionId,
  access: "operator",
  opens: () => true,
  run: (interaction, context) =>
    startFormAbove(ownerForm, { serviceId: interaction.value }, interaction, context),
};
