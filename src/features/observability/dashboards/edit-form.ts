import { section } from "../../../platform/blocks/text.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import type {
  Accepted,
  Form,
  FormField,
  FormProblem,
  FormState,
  FormValues,
  SubmittedForm,
} from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { acceptChange } from "../changes/accept.ts";
import { boldName } from "./read-words.ts";
import type { DashboardEdit } from "./edit.ts";
import {
  beginAbout,
  findAbout,
  notRead,
  readIn,
  readingIntro,
  inputText,
  tagsInText,
  textOfTags,
} from "./form-facts.ts";

const isRead = (state: FormState) => readIn(state) !== undefined;

const fields: readonly FormField[] = [
  { name: "name", label: "Name", input: "text", optional: false, shows: isRead },
  {
    name: "tags",
    label: "Tags",
    help: "One on each line, or separated by commas. People find dashboards by them.",
    input: "lines",
    optional: true,
    placeholder: "checkout, production",
    shows: (state) => textOfTags(readIn(state)?.dashboard.tags ?? []) !== undefined && isRead(state),
  },
];

/** The form that gives a dashboard another name or other tags. */
export const editDashboardForm: Form<ObservabilityContext> = {
  name: "edit-dashboard",
  access: "operator",
  title: "Rename or retag",
  submit: "Save",
  begin: beginAbout,
  fetchFacts: (_about, state, context) =>
    findAbout(state, {}, context, ({ dashboard }) => valuesOf(dashboard)),
  steps: [{ name: "edit", title: "Rename or retag", intro, sections: [{ fields }] }],
  problems,
  accept,
};

function intro(state: FormState) {
  const read = readIn(state);
  return read ? [section(`${boldName(read.dashboard)}. Its tiles stay as they are.`)] : readingIntro(state);
}

function valuesOf({ name, tags }: Dashboard): FormValues {
  return { name: inputText(name), tags: textOfTags(tags ?? []) };
}

function problems(state: FormState): FormProblem[] {
  const read = readIn(state);
  if (!read) return [...notRead];
  const { values } = state;
  if (textIn(values, "name") === "") return [{ field: "name", message: "Give it a name, such as Checkout." }];
  const { name, tags } = editOf(values, read.dashboard);
  const isSame = name === undefined && tags === undefined;
  return isSame ? [{ field: "name", message: "Nothing is changed yet: this is what it says already." }] : [];
}

/** Only what was changed: a text that was left as it showed changes nothing, however the server wrote it. */
function editOf(values: FormValues, { name, tags }: Dashboard) {
  const [typedName, typedTags] = [textIn(values, "name"), textIn(values, "tags")];
  const present = tags ?? [];
  const shownTags = textOfTags(present);
  return {
    kind: "describe",
    ...(typedName === inputText(name) ? {} : { name: typedName }),
    // More than the form holds are not asked for, and so stay.
    ...(shownTags === undefined || typedTags === shownTags ? {} : { tags: tagsInText(typedTags, present) }),
  } as const satisfies DashboardEdit;
}

async function accept(submitted: SubmittedForm, context: ObservabilityContext): Promise<Accepted> {
  const read = readIn(submitted);
  if (!read) return { problems: [...notRead] };
  const { dashboard, target } = read;
  const edit = editOf(submitted.values, dashboard);
  const wanted = { kind: "update-dashboard", id: dashboard.id, seen: dashboard, edit } as const;
  return acceptChange(submitted, target, wanted, context);
}
