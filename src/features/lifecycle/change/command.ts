import { unconnectedReply } from "../../connections/index.ts";
import { z } from "zod";
import { withoutWish } from "../../services/index.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { getService } from "../../../platform/cloud/services/service.ts";
import { command } from "../../../platform/commands/command.ts";
import { askFirst, sureOf } from "../../../platform/commands/confirm.ts";
import type { Asker } from "../../../platform/context.ts";
import { acceptChange } from "../changes/change.ts";
import { isMade } from "../changes/compare.ts";
import { doing, mayClose, outcomes } from "../changes/texts.ts";
import type { LifecycleContext } from "../context.ts";
import { deleteServiceForm } from "./delete-form.ts";
import { entries } from "./entries.ts";
import { changeServiceForm } from "./form.ts";
import * as texts from "./command-texts.ts";

const part = { partOf: "services", onlyAsPart: true, usage: "<service>" } as const;

// The name may end in `yes`, which confirms. Without a name, the answer asks for it.
const Words = z.string().trim().max(104, texts.tooLong);

/** The service of these words. Fails as user without any. */
async function named(words: string, { services }: LifecycleContext) {
  if (words === "") throw new AppError("user", texts.whichService);
  return services.find(words);
}

/** `/db services change <service>`: opens the form. */
export const changeCommand = command({
  ...part,
  name: "change",
  summary: texts.change.summary,
  usage: "<service> [size=s|m|l] [replicas=<number>]",
  examples: ["/db services change orders prod", "/db services change orders prod replicas=5"],
  details: texts.change.details,
  args: Words,
  entries: [entries.change],
  async run(wanted, context: LifecycleContext) {
    const first = await unconnectedReply(context);
    if (first) return first;
    const { before, wish } = withoutWish(wanted);
    const { serviceId } = await named(before, context);
    const { size, replicas } = wish;
    const given = { service: serviceId, ...(size && { size }), ...(replicas && { replicas }) };
    return { opens: changeServiceForm, given };
  },
});

/** `/db services delete <service>`: opens the form that asks for its name. */
export const deleteCommand = command({
  ...part,
  name: "delete",
  summary: texts.remove.summary,
  examples: ["/db services delete orders prod"],
  details: texts.remove.details,
  args: Words,
  entries: [entries.delete],
  async run(wanted, context: LifecycleContext) {
    const first = await unconnectedReply(context);
    if (first) return first;
    const { serviceId } = await named(wanted, context);
    return { opens: deleteServiceForm, given: { service: serviceId } };
  },
});

/** `/db services stop <service>`: asks first, with what it does. */
export const stopCommand = command({
  ...part,
  name: "stop",
  summary: texts.stop.summary,
  examples: ["/db services stop orders prod"],
  details: texts.stop.details,
  args: Words,
  entries: [entries.stop],
  run: (words, context: LifecycleContext, asker) => setState("stop", words, context, asker),
});

/** `/db services start <service>`. */
export const startCommand = command({
  ...part,
  name: "start",
  summary: texts.start.summary,
  examples: ["/db services start orders prod"],
  args: Words,
  entries: [entries.start],
  run: (words, context: LifecycleContext, asker) => setState("start", words, context, asker),
});

async function setState(
  verb: "stop" | "start",
  words: string,
  context: LifecycleContext,
  asker: Asker,
): Promise<Reply> {
  const { userId, userName, channelId } = asker;
  const first = await unconnectedReply(context);
  if (first) return first;
  const { name: wanted, isSure } = sureOf(words, await context.services.list(), asker);
  const { serviceId, name, connection } = await named(wanted, context);
  const shown = escapeName(name);
  const service = await attempt(() => context.cloudOf(connection).call(getService, { serviceId }));
  if (service instanceof AppError)
    throw service.unserved ? new AppError("user", outcomes.unserved(verb, name)) : service;
  if (isMade({ kind: verb }, service)) return say(outcomes.wasSo(verb, shown));
  if (verb === "stop" && !isSure)
    return askFirst({
      text: texts.stopQuestion(shown, service.state ?? texts.unknownState),
      yes: texts.stopYes,
      command: `services stop ${name} yes`,
    });
  await acceptChange(
    context.newId(),
    {
      workspaceId: context.workspaceId,
      userId,
      userName,
      channelId,
      service: { serviceId, name, connection },
      verb,
      parts: [{ kind: verb }],
    },
    context,
  );
  return say(`${doing(verb, shown)} ${mayClose}`);
}
