import { z } from "zod";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Accepted, Choice, Form, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { readOnce, textIn } from "../../../platform/forms/state.ts";
import { FoundService, addFound, addedText } from "../../connections/index.ts";
import { chosenOwner, giveOwners, givenSentence, ownerFields, ownerText } from "../../owners/index.ts";
import type { ServicesContext } from "../context.ts";
import { formTexts as texts } from "./texts.ts";

/** What the form knows: nothing until the clouds have answered. */
const Facts = z.object({
  found: z.array(FoundService).optional(),
  source: z.enum(["list", "costs"]).default("list"),
  unread: z.array(z.string()).default([]),
});

const factsOf = readOnce((facts) => Facts.parse(facts));

/** The services that fit the words of the filter, each word in a name, a state or a region. */
function fitting({ values, facts }: FormState): FoundService[] {
  const words = textIn(values, "filter").toLowerCase().split(/\s+/);
  return (factsOf(facts).found ?? []).filter(({ name, state = "", place = "" }) => {
    const text = `${name} ${state} ${place}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function choices(state: FormState): Choice[] {
  const chosen = new Set(chosenIn(state));
  const { found = [], source } = factsOf(state.facts);
  const shown = new Set(fitting(state));
  return found
    .filter((one) => shown.has(one) || chosen.has(one.serviceId))
    .map(({ serviceId, name, state: is, place }) => ({
      value: serviceId,
      text: [name, ...(source === "costs" ? [texts.fromCosts] : [is, place].filter(Boolean))].join(" · "),
    }));
}

function chosenIn({ values }: FormState): string[] {
  return z.array(z.string()).catch([]).parse(values["services"]);
}

/** Everything that is to be added. */
function wanted(state: FormState): FoundService[] {
  if (state.values["all"] === true) return fitting(state);
  const ids = new Set(chosenIn(state));
  return (factsOf(state.facts).found ?? []).filter(({ serviceId }) => ids.has(serviceId));
}

const isLong = ({ facts }: FormState) => (factsOf(facts).found?.length ?? 0) > limits.select.options;

function nothingIn({ found, source }: z.output<typeof Facts>): string {
  if (!found) return texts.reading;
  if (found.length > 0) return texts.nothingFits;
  return source === "costs" ? texts.noList : texts.nothing;
}

const [ownerField, teamField] = ownerFields;

/** Chooses services of the clouds for the list, and gives all of them an owner and a team. */
export const adoptForm: Form<ServicesContext> = {
  name: "add-services",
  access: "operator",
  title: texts.title,
  submit: texts.submit,
  steps: [
    {
      name: "choose",
      title: texts.title,
      intro: ({ facts }) =>
        factsOf(facts).unread.length > 0 ? [section(texts.unread(factsOf(facts).unread))] : [],
      sections: [
        {
          fields: [
            {
              name: "filter",
              label: texts.filter,
              help: texts.filterHelp,
              input: "text",
              optional: true,
              maxLength: 100,
              shows: isLong,
            },
            {
              name: "services",
              label: texts.services,
              input: "many",
              optional: true,
              choices,
              rest: texts.rest,
              placeholder: texts.placeholder,
              emptyText: ({ facts }) => nothingIn(factsOf(facts)),
              follows: ({ values }) => textIn(values, "filter"),
              shows: ({ values }) => values["all"] !== true,
            },
            {
              name: "all",
              label: texts.all,
              toggleText: texts.allOfThem,
              help: (state) => texts.allHelp(fitting(state).length, textIn(state.values, "filter")),
              input: "toggle",
              optional: true,
              shows: (state) => fitting(state).length > 1,
            },
          ],
        },
        {
          title: texts.owners,
          fields: [
            { ...ownerField, help: texts.ownerHelp },
            { ...teamField, help: texts.teamHelp },
          ],
        },
      ],
    },
  ],
  async fetchFacts(about, _, context) {
    if (about !== "") return undefined;
    const { services, source, unread } = await context.unadded(true);
    return { facts: { found: services, source, unread } };
  },
  problems: (state) => (wanted(state).length > 0 ? [] : [{ field: "services", message: texts.chooseOne }]),
  accept,
};

async function accept(submitted: SubmittedForm, context: ServicesContext): Promise<Accepted> {
  const { userId, values } = submitted;
  const owner = await chosenOwner(values, context);
  if ("problems" in owner) return owner;
  const adopted = await addFound(wanted(submitted), context, context.audit, userId);
  const given = await giveOwners(
    adopted.map(({ service }) => ({ service, change: owner })),
    context,
    userId,
  );
  const refused = given.filter(({ refusal }) => refusal !== undefined);
  const count = given.length - refused.length;
  const owned = count === 0 ? undefined : ownerText(owner);
  return {
    view: notice(texts.title, [
      section(
        [
          addedText(adopted),
          ...(owned === undefined ? [] : [texts.owned(count, owned)]),
          ...refused.map(givenSentence),
        ].join("\n"),
      ),
      actions([commandButton(texts.see, { call: "services_list" })]),
    ]),
  };
}
