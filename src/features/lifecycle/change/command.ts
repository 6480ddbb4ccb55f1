import { z } from "zod";
import { AppError, attempt } from "../../../lib/errors.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { getService } from "../../../platform/cloud/services/service.ts";
import { service } from "../../../platform/commands/arguments.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import { unconnectedReply } from "../../connections/index.ts";
import { wish } from "../../services/index.ts";
import { acceptChange, isMade } from "../changes/change.ts";
import { doing, mayClose, outcomes } from "../changes/texts.ts";
import type { LifecycleContext } from "../context.ts";
import { deleteServiceForm } from "./delete-form.ts";
import { changeServiceForm } from "./form.ts";

// Names and states are escaped by the caller where a text is mrkdwn.

const changeText = {
  summary: "Changes a service's addresses, size or idle scaling.",
  details:
    "The form shows what changes and what it costs before anything is sent, and sends only that. If someone else changed the service meanwhile, you see the difference again. Running servers offer this, but it isn't in the API's specification, so some servers lack it.",
};
const stopText = {
  summary: "Stops a service. Its data stays.",
  details:
    "It asks first. A stopped service costs no compute, and no one can connect to it. `/db services start` starts it again. Some servers lack this.",
};
const startText = { summary: "Starts a stopped service." };
const removeText = {
  summary: "Deletes a service with all its data.",
  details:
    "The form shows the last good backup and asks for the service's name. The service is stopped first, then deleted. Some servers lack this.",
};

export const whichService = "Which service? Add its name, as in `orders prod`.";

/** Before a service is stopped. */
function stopQuestion(name: string, state: string): string {
  return `Stop *${name}*? It's ${state} now. People and programs lose their connections. Its data stays, and ${code("/db services start")} starts it again.`;
}
const unknownState = "in a state that I don't know";
const stopYes = "Stop it";

const missing = { service: whichService };

/** `/db services change orders prod size=l replicas=5`. */
const change = call({
  name: "services_change",
  title: "Change a service",
  summary: "Opens a form with a service's addresses, size and idle scaling, and shows the difference first.",
  effect: "change",
  opens: true,
  line: "services change {service} size={size} replicas={replicas}",
  missing,
  args: z.object({ service, size: wish.size.optional(), replicas: wish.replicas.optional() }),
  asks: {
    means: [
      "change {service}",
      "resize {service}",
      "set {service} {size|replicas}",
      "give {service} {size|replicas}",
      "{replicas} {service}",
      "=to {service} {size}",
    ],
    around: "service facts resize change set want",
    says: ["Change", " {service}", " to size {size}", " to {replicas} replicas"],
  },
  async run({ service: named, ...wanted }, context: LifecycleContext) {
    const first = await unconnectedReply(context);
    if (first) return first;
    const { serviceId } = await context.services.find(named);
    return { opens: changeServiceForm, given: { service: serviceId, ...wanted } };
  },
});

/** `/db services delete orders prod`. */
const remove = call({
  name: "services_delete",
  title: "Delete a service",
  summary: "Opens a form that deletes a service with its data, once its name is typed.",
  effect: "destroy",
  opens: true,
  line: "services delete {service}",
  missing,
  args: z.object({ service }),
  asks: { means: ["delete {service}"], around: "service end want workspace", says: ["Delete", " {service}"] },
  async run({ service: named }, context: LifecycleContext) {
    const first = await unconnectedReply(context);
    if (first) return first;
    const { serviceId } = await context.services.find(named);
    return { opens: deleteServiceForm, given: { service: serviceId } };
  },
});

/** `/db services stop orders prod`. */
const stop = call({
  name: "services_stop",
  title: "Stop a service",
  summary: "Stops a service, once that is confirmed. Its data stays.",
  effect: "change",
  line: "services stop {service}",
  missing,
  args: z.object({ service }),
  asks: { means: ["stop {service}"], around: "service want", says: ["Stop", " {service}"] },
  async confirm({ service: named }, context: LifecycleContext) {
    if (await unconnectedReply(context)) return undefined;
    const { name, present } = await read("stop", named, context);
    if (isMade({ kind: "stop" }, present)) return undefined;
    return {
      text: stopQuestion(escapeName(name), present.state ?? unknownState),
      yes: stopYes,
    };
  },
  run: ({ service: named }, context: LifecycleContext, asker) => setState("stop", named, context, asker),
});

/** `/db services start orders prod`. */
const start = call({
  name: "services_start",
  title: "Start a service",
  summary: "Starts a stopped service.",
  effect: "change",
  line: "services start {service}",
  missing,
  args: z.object({ service }),
  asks: { means: ["start {service}"], around: "service time want again", says: ["Start", " {service}"] },
  run: ({ service: named }, context: LifecycleContext, asker) => setState("start", named, context, asker),
});

const part = { partOf: "services", onlyAsPart: true } as const;

/** `/db services change <service>`: opens the form. */
export const changeCommand = commandOf({
  ...part,
  name: "change",
  summary: changeText.summary,
  examples: ["/db services change orders prod", "/db services change orders prod replicas=5"],
  details: changeText.details,
  calls: [change],
});

/** `/db services delete <service>`: opens the form that asks for its name. */
export const deleteCommand = commandOf({
  ...part,
  name: "delete",
  summary: removeText.summary,
  examples: ["/db services delete orders prod"],
  details: removeText.details,
  calls: [remove],
});

/** `/db services stop <service>`: asks first, with what it does. */
export const stopCommand = commandOf({
  ...part,
  name: "stop",
  summary: stopText.summary,
  examples: ["/db services stop orders prod"],
  details: stopText.details,
  calls: [stop],
});

/** `/db services start <service>`. */
export const startCommand = commandOf({
  ...part,
  name: "start",
  summary: startText.summary,
  examples: ["/db services start orders prod"],
  calls: [start],
});

/** A service as its cloud has it now. Fails as user if the server doesn't tell. */
async function read(verb: "stop" | "start", named: string, { services, cloudOf }: LifecycleContext) {
  const { serviceId, name, connection } = await services.find(named);
  const present = await attempt(() => cloudOf(connection).call(getService, { serviceId }));
  if (!(present instanceof AppError)) return { serviceId, name, connection, present };
  throw present.unserved ? new AppError("user", outcomes.unserved(verb, name)) : present;
}

async function setState(
  verb: "stop" | "start",
  named: string,
  context: LifecycleContext,
  { userId, userName, channelId }: Asker,
): Promise<Reply> {
  const first = await unconnectedReply(context);
  if (first) return first;
  const { present, ...service } = await read(verb, named, context);
  const shown = escapeName(service.name);
  if (isMade({ kind: verb }, present)) return say(outcomes.wasSo(verb, shown));
  await acceptChange(
    context.newId(),
    {
      workspaceId: context.workspaceId,
      userId,
      userName,
      channelId,
      service,
      verb,
      parts: [{ kind: verb }],
    },
    context,
  );
  return say(`${doing(verb, shown)} ${mayClose}`);
}
