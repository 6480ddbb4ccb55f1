import type { Button, ModalView } from "@slack/types";
import { z } from "zod";
import { isAppError } from "../../lib/errors.ts";
import { mentionOf } from "../../platform/access/known-people.ts";
import { button } from "../../platform/blocks/button.ts";
import { escapeName } from "../../platform/blocks/escape.ts";
import { section } from "../../platform/blocks/text.ts";
import type { ServiceFact } from "../../platform/commands/service-facts.ts";
import type { Accepted, Form, FormField, SubmittedForm } from "../../platform/forms/form.ts";
import type { Action, Interaction } from "../../platform/forms/interaction.ts";
import { notice } from "../../platform/forms/notice.ts";
import { startForm } from "../../platform/forms/open.ts";
import { textIn } from "../../platform/forms/state.ts";
import { changeOwner, checkOwner } from "./change.ts";
import type { OwnersContext } from "./context.ts";
import type { Ownership } from "./record.ts";
import { readTeamSoon, teamLength, teamName } from "./team.ts";
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
  const ownerId = textIn(values, "ownerId") || null;
  const words = textIn(values, "team").trim();
  try {
    if (ownerId !== null) await checkOwner(ownerId, context, { maxWaitMs: 1_000 });
  } catch (error) {
    // A slow Slack must not stop the change.
    if (!isAppError(error, "user", "limited", "upstream")) throw error;
    if (error.kind === "user") return { problems: [{ field: "ownerId", message: error.message }] };
  }
  try {
    const team = words === "" ? null : await readTeamSoon(words, context);
    const known = await changeOwner(service, { ownerId, team }, context, userId);
    return { view: notice(texts.form.title, [section(ownerSentence(service.name, known))]) };
  } catch (error) {
    if (!isAppError(error, "user")) throw error;
    return { problems: [{ field: "team", message: error.message }] };
  }
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
export function ownerText(known: Ownership | undefined): string | undefined {
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
  async run({ value, userId, channelId, triggerId, viewId }: Interaction, context) {
    const { messenger } = context;
    const show = (view: ModalView) =>
      viewId === undefined
        ? messenger.openModal(triggerId, view)
        : messenger.pushModal(triggerId, view, viewId);
    await startForm(ownerForm, { serviceId: value }, { userId, channelId }, show, context);
    return undefined;
  },
};
