import { AppError } from "../../../lib/errors.ts";
import { shortList } from "../../../lib/text.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { call } from "../../../platform/commands/call.ts";
import { none } from "../../../platform/commands/entry.ts";
import { addFound, addedText, unconnectedReply } from "../../connections/index.ts";
import type { ServicesContext } from "../context.ts";
import { adoptForm } from "./form.ts";
import * as texts from "./texts.ts";

/** `/db services add all`. */
const addAll = call({
  name: "services_add_all",
  title: "Add all services",
  summary: "Adds all services of your cloud that aren't in the list.",
  effect: "change",
  line: "services add all",
  verb: "add",
  args: none,
  asks: {
    means: ["add service =all", "add =all list", "add =everything", "add =everything list"],
    around: "service list want workspace connection",
    says: ["Add all services of the cloud"],
  },
  run: async (_, context: ServicesContext, { userId }) =>
    (await unconnectedReply(context)) ?? addEverything(context, userId),
});

/** `/db services add`: a form with what the clouds have. */
const choose = call({
  name: "services_choose",
  title: "Choose services to add",
  summary: "Opens a list of your cloud's services, to add some and say who owns them.",
  effect: "change",
  opens: true,
  line: "services add",
  verb: "add",
  args: none,
  asks: {
    means: ["add service"],
    around: "list want connection workspace",
    says: ["Add services of the cloud"],
  },
  run: async (_, context: ServicesContext) =>
    (await unconnectedReply(context)) ?? { opens: adoptForm, given: {} },
});

/** `/db services add none`. */
const addNone = call({
  name: "services_add_none",
  title: "Don't add these services",
  summary: "Stops offering the services of your cloud that aren't in the list now.",
  effect: "change",
  access: "admin",
  line: "services add none",
  verb: "ignore",
  args: none,
  run: (_, context: ServicesContext) => ignoreFound(context),
});

/** What can be asked for about the services that a cloud has already. */
export const adoptCalls = [addAll, choose, addNone] as const;

async function addEverything(context: ServicesContext, userId: string): Promise<Reply> {
  const { services, source, unread } = await context.unadded();
  if (source === "costs" && services.length > 0) {
    return say(texts.onlyFromCosts, [commandButton(texts.answerButtons.choose, { call: "services_choose" })]);
  }
  if (services.length === 0 && unread.length > 0) throw new AppError("upstream", texts.unreadable);
  if (services.length === 0) return say(texts.nothingFound);
  const adopted = await addFound(services, context, context.audit, userId);
  return say(addedText(adopted), [
    commandButton(texts.answerButtons.see, { call: "services_list" }),
    commandButton(texts.answerButtons.owners, { call: "owners_list" }),
  ]);
}

async function ignoreFound(context: ServicesContext): Promise<Reply> {
  const { services } = await context.unadded();
  if (services.length === 0) return say(texts.nothingToIgnore);
  const names = shortList(services.map(({ name }) => name));
  await context.audit.change(
    { action: "service.ignore", subject: names },
    () => context.services.ignore(services.map(({ serviceId }) => serviceId)),
    () => ({}),
  );
  return say(texts.ignored(shortList(services.map(({ name }) => `*${escapeName(name)}*`))));
}
