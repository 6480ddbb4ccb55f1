import type { Button } from "@slack/types";
import { z } from "zod";
import { context as smallPrint, preformatted, section } from "../../../../platform/blocks/text.ts";
import type { AlertsContext } from "../../context.ts";
import { AppError, isAppError } from "../../../../lib/errors.ts";
import type {
  Accepted,
  Form,
  FormState,
  FormValues,
  SubmittedForm,
} from "../../../../platform/forms/form.ts";
import {
  partFields,
  partName,
  partsIn,
  partsOf,
  problemsByPart,
  valuesOfParts,
} from "../../../../platform/forms/long-text.ts";
import { notice } from "../../../../platform/forms/notice.ts";
import type { Hook } from "../record.ts";
import { type HookSettings, settingsHash, settingsIn, withSettings, yamlOf } from "./settings.ts";
import { changeHookIfThere, hookInMrkdwn, onHook } from "../parts.ts";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButton } from "../../../../platform/blocks/command-button.ts";
import { reply, say } from "../../../../platform/blocks/reply.ts";
import * as texts from "./texts.ts";

const words = texts.importForm;

/** The button that opens the form that replaces a hook's settings. */
function importButton({ id }: Pick<Hook, "id">): Button {
  return commandButton(texts.importButton, { call: "hooks_import", args: { hook: id } });
}

// A message holds no more beside its other text.
const longestShown = 7_500;

/** `/db alerts hooks export checkout`: shows its settings as YAML, or sends them as a file if they are too long for a message. */
const exportCall = onHook({
  name: "hooks_export",
  title: "Export a hook's rules",
  summary: "Shows a hook's rules and settings as text.",
  effect: "read",
  isSecondary: true,
  word: "export",
  asks: {
    means: ["export rule|rules", "export {hook}", "export hook"],
    around: "alert hook rule rules file export",
    says: ["Export {hook}"],
  },
  async run(hook, { messenger }, { userId }) {
    const yaml = await yamlOf(hook);
    const name = hookInMrkdwn(hook);
    const importing = importButton(hook);
    if (yaml.length <= longestShown) {
      const text = texts.exported(name);
      return reply(`${text} ${texts.exportHint}`, [
        section(text),
        preformatted(yaml),
        smallPrint(texts.exportHint),
        actions([importing]),
      ]);
    }
    const { channelId } = await messenger.post(userId, say(texts.exportFile(name)));
    const file = { name: `${hook.name}.yaml`, title: `${hook.name}.yaml`, bytes: Buffer.from(yaml) };
    await messenger.share(file, { channelId, comment: texts.exportHint });
    return say(texts.exportedToDirect(name), [importing]);
  },
});

/** `/db alerts hooks import checkout`: opens the form that replaces its settings by YAML. */
const importCall = onHook({
  name: "hooks_import",
  title: "Import a hook's rules",
  summary: "Opens the form that takes a hook's rules and settings as text.",
  effect: "change",
  isSecondary: true,
  opens: true,
  word: "import",
  asks: {
    means: ["apply rule|rules", "apply {hook}"],
    around: "alert hook rule rules file export workspace admin",
    says: ["Import rules and settings into {hook}"],
  },
  run: (hook) => ({ opens: importForm, given: { hookId: hook.id } }),
});

/** What can be asked for about the settings of a hook as text. */
export const textCalls = [exportCall, importCall] as const;

/** The most inputs for one long text: enough for the settings of any sensible hook. */
const mostParts = 8;

const Facts = z.object({ hookId: z.string(), hookName: z.string(), hash: z.string(), parts: z.int() });

/** The form that replaces a hook's settings by YAML. It starts with the present settings. */
export const importForm: Form<AlertsContext> = {
  name: "import-hook",
  access: "operator",
  title: words.title,
  submit: words.submit,
  begin,
  steps: [
    {
      name: "settings",
      title: words.step,
      intro: ({ facts }) => [section(texts.importIntro(hookInMrkdwn({ name: Facts.parse(facts).hookName })))],
      sections: [{ fields: partFields(mostParts, words) }],
    },
  ],
  problems: ({ values }) =>
    partsIn(values).join("\n").trim() === "" ? [{ field: partName(1), message: words.empty }] : [],
  accept,
};

async function begin({ hookId }: FormValues, { hooks }: AlertsContext): Promise<FormState> {
  const hook = await hooks.find(String(hookId));
  if (!hook) throw new AppError("missing", words.gone);
  const parts = partsOf(await yamlOf(hook), mostParts);
  if (!parts) {
    throw new AppError("user", words.tooLong(hook.name));
  }
  return {
    values: valuesOfParts(parts),
    facts: { hookId: hook.id, hookName: hook.name, hash: settingsHash(hook), parts: parts.length },
  };
}

async function accept({ values, facts }: SubmittedForm, context: AlertsContext): Promise<Accepted> {
  const parts = partsIn(values);
  const read = await settingsIn(parts.join("\n"));
  if ("problems" in read) return { problems: problemsByPart(read.problems, parts, words) };
  try {
    return { view: importedView(await replace(Facts.parse(facts), read.settings, context)) };
  } catch (error) {
    if (!isAppError(error, "conflict", "missing")) throw error;
    return { problems: [{ field: partName(1), message: error.message }] };
  }
}

async function replace(
  { hookId, hash }: z.output<typeof Facts>,
  settings: HookSettings,
  context: AlertsContext,
): Promise<Hook> {
  const hook = await context.hooks.find(hookId);
  const changed = await (hook &&
    changeHookIfThere(hook, context, (present) => {
      // A second click finds these settings saved already, and that is not a conflict.
      const wanted = withSettings(present, settings);
      if ([hash, settingsHash(wanted)].includes(settingsHash(present))) return wanted;
      throw new AppError("conflict", words.conflict);
    }));
  if (changed) return changed;
  throw new AppError("missing", words.goneMeanwhile);
}

function importedView({ name, channelId, rules }: Hook) {
  const text = texts.imported(hookInMrkdwn({ name }), `<#${channelId}>`, rules.length);
  return notice(words.done, [section(text), smallPrint(texts.importedHint(name))]);
}
