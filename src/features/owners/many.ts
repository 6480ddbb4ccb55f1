import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { mentionOf } from "../../platform/access/known-people.ts";
import { actions } from "../../platform/blocks/button.ts";
import { commandButton } from "../../platform/blocks/command-button.ts";
import { escapeName } from "../../platform/blocks/escape.ts";
import { say } from "../../platform/blocks/reply.ts";
import { packed, section } from "../../platform/blocks/text.ts";
import type {
  Accepted,
  Form,
  FormField,
  FormFacts,
  FormProblem,
  FormSection,
  SubmittedForm,
} from "../../platform/forms/form.ts";
import type { Action } from "../../platform/forms/interaction.ts";
import { notice } from "../../platform/forms/notice.ts";
import { startFormAbove } from "../../platform/forms/open.ts";
import { textIn } from "../../platform/forms/state.ts";
import { giveOwners } from "./change.ts";
import type { OwnersContext } from "./context.ts";
import { ownerFields, givenSentence, typedTeam, whyNotOwner } from "./form.ts";
import { allOwners, lacksTeam, setTeamsActionId, setTeamsButton } from "./list.ts";
import { isSameTeam, teamName, teamsOf } from "./team.ts";
import * as texts from "./texts.ts";

/** How many services one form has. */
const mostRows = 10;

const Row = z.object({
  serviceId: z.string(),
  name: z.string(),
  connection: z.string(),
  ownerId: z.string().optional(),
});
type Row = z.output<typeof Row>;

const Facts = z.object({
  rows: z.array(Row).default([]),
  teams: z.array(z.string()).default([]),
  /** How many services have no team, with those of other pages. */
  total: z.int().default(0),
});

function rowsIn(facts: FormFacts): Row[] {
  return Facts.parse(facts).rows;
}

/** One service: its team, and its owner unless it has one. */
function rowOf(index: number): FormSection {
  const [owner, team] = ownerFields;
  return {
    intro: ({ facts }) =>
      rowsIn(facts)
        .slice(index, index + 1)
        .map(({ name, ownerId }) =>
          section(texts.many.row(name, ownerId === undefined ? undefined : mentionOf(ownerId))),
        ),
    fields: [
      {
        name: fieldOf("team", index),
        label: team.label,
        input: "text",
        optional: true,
        maxLength: team.maxLength ?? 0,
        shows: ({ facts }) => rowsIn(facts)[index] !== undefined,
      },
      {
        name: fieldOf("owner", index),
        label: owner.label,
        input: "person",
        optional: true,
        shows: ({ facts }) => {
          const row = rowsIn(facts)[index];
          return row !== undefined && row.ownerId === undefined;
        },
      },
    ],
  };
}

function fieldOf(what: "team" | "owner", index: number): string {
  return `${what}${index + 1}`;
}

/** A team for all rows at once. */
const allTeam: FormField = {
  ...ownerFields[1],
  name: "team",
  label: texts.many.all,
  help: texts.many.allHelp,
  shows: ({ facts }) => rowsIn(facts).length > 1,
};

/** The form with a team, and an owner, for each of up to 10 services without a team. */
export const teamsForm: Form<OwnersContext> = {
  name: "service-teams",
  access: "operator",
  title: texts.many.title,
  submit: texts.form.submit,
  async begin(_given, context) {
    const [all, teams] = await Promise.all([allOwners(context), teamsOf(context)]);
    const without = all.filter(lacksTeam);
    const rows = without.slice(0, mostRows).map(({ service: { serviceId, name, connection }, known }) => ({
      serviceId,
      name,
      connection,
      ownerId: known?.ownerId,
    }));
    return { values: {}, facts: { rows, teams: teams.map(teamName), total: without.length } };
  },
  steps: [
    {
      name: "teams",
      title: texts.many.title,
      intro({ facts }) {
        const { rows, teams, total } = Facts.parse(facts);
        const names = teams.map((team) => escapeName(team));
        return packed([texts.many.intro(names, rows.length, total)]);
      },
      sections: [{ fields: [allTeam] }, ...Array.from({ length: mostRows }, (_, index) => rowOf(index))],
    },
  ],
  problems({ values, facts }) {
    if (textIn(values, allTeam.name).trim() !== "") return [];
    const isEmpty = rowsIn(facts).every(
      (_, index) =>
        textIn(values, fieldOf("team", index)).trim() === "" &&
        textIn(values, fieldOf("owner", index)) === "",
    );
    return isEmpty ? [{ field: fieldOf("team", 0), message: texts.many.nothing }] : [];
  },
  accept,
};

/** Reads all of it first, so one wrong team saves none. The same again changes nothing. */
async function accept({ values, facts, userId }: SubmittedForm, context: OwnersContext): Promise<Accepted> {
  const read = await Promise.all(
    rowsIn(facts).map(async (service, index) => {
      const own = fieldOf("team", index);
      const inTeam = textIn(values, own).trim() === "" ? allTeam.name : own;
      const inOwner = fieldOf("owner", index);
      const ownerId = textIn(values, inOwner) || undefined;
      const [team, notOwner] = await Promise.all([
        typedTeam(textIn(values, inTeam), context),
        ownerId === undefined ? undefined : whyNotOwner(ownerId, context),
      ]);
      const problems: FormProblem[] = [
        ...(team instanceof AppError ? [{ field: inTeam, message: team.message }] : []),
        ...(notOwner === undefined ? [] : [{ field: inOwner, message: notOwner }]),
      ];
      return { service, ownerId, team: team instanceof AppError ? undefined : team, problems };
    }),
  );
  const problems = read.flatMap((row) => row.problems);
  if (problems.length > 0) return { problems };
  const wanted = read.map(({ service, ownerId, team }) => {
    // Two spellings of one team are one.
    const first = team && read.find((other) => other.team && isSameTeam(other.team, team))?.team;
    return { service, change: { ownerId, team: first } };
  });
  const said = (await giveOwners(wanted, context, userId)).map(givenSentence);
  const left = (await allOwners(context)).filter(lacksTeam).length;
  const more: KnownBlock[] = left === 0 ? [] : [section(texts.many.left(left))];
  // The list below is as it was.
  const buttons = [
    ...(left === 0 ? [] : [setTeamsButton(texts.buttons.setMoreTeams)]),
    commandButton(texts.buttons.all, { call: "owners_list" }),
  ];
  return { view: notice(texts.many.title, [...packed(said), ...more, actions(buttons)]) };
}

/** “Set teams” below a list of owners and below costs by team. */
export const setTeamsAction: Action<OwnersContext> = {
  actionId: setTeamsActionId,
  access: "operator",
  opens: () => true,
  async run(interaction, context) {
    if (!(await allOwners(context)).some(lacksTeam)) return say(texts.many.none);
    return startFormAbove(teamsForm, {}, interaction, context);
  },
};
