import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { preformatted } from "../../../platform/blocks/preformatted.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { sendFile } from "../../../platform/jobs/send-file.ts";
import type { KnownService } from "../../connections/index.ts";
import type { ServicesContext } from "../context.ts";
import { keptDetails, listedServices, readDetails } from "../list/details.ts";
import { type ServiceToWrite, terraformFile } from "./file.ts";
import * as texts from "./texts.ts";

/** The word for all services. */
const everything = /^(?:all|everything)?$/i;

// A message holds no more beside its other text.
const longestShown = 7_500;

/** Shows a service, or all of them, as Terraform. What is too long for a message is sent as a file. */
export async function showTerraform(
  words: string,
  context: ServicesContext,
  { userId }: Asker,
): Promise<Reply> {
  const known = await context.services.list();
  const isNamed = known.some(({ name }) => name.toLowerCase() === words.trim().toLowerCase());
  if (everything.test(words.trim()) && !isNamed) {
    if (known.length === 0) return say(texts.none);
    return answer(
      texts.all(known.length),
      "services.tf",
      await detailsOfAll(known, context),
      context,
      userId,
    );
  }
  const service = await context.services.find(words);
  const { serviceId, name } = service;
  const file = `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")}.tf`;
  const details = [{ ...service, ...(await readDetails(service, context)) }];
  return answer(texts.one(escapeName(name)), file, details, context, userId, serviceId);
}

async function answer(
  what: string,
  name: string,
  services: readonly ServiceToWrite[],
  { terraform, messenger }: ServicesContext,
  userId: string,
  serviceId?: string,
): Promise<Reply> {
  const text = terraformFile(services, terraform);
  if (text.length <= longestShown) {
    const others =
      serviceId === undefined
        ? []
        : [actions([commandButton(texts.allButton, { call: "services_terraform" })])];
    return reply(`${what}. ${texts.hint}`, [
      section(what),
      preformatted(text),
      smallPrint(texts.hint),
      ...others,
    ]);
  }
  const file = { name, bytes: Buffer.from(text) };
  const messages = { announced: say(texts.follows(what)), refused: say(texts.refused(what)) };
  await sendFile(userId, { file, ...messages, comment: texts.hint }, messenger);
  return say(texts.sent(what));
}

/** The details of many services, with one call to each cloud. */
async function detailsOfAll(
  known: readonly KnownService[],
  context: ServicesContext,
): Promise<ServiceToWrite[]> {
  const connections = [...new Set(known.map(({ connection }) => connection))];
  const lists = await Promise.all(
    connections.map(async (connection) => [connection, await listedServices(connection, context)] as const),
  );
  const live = new Map(lists);
  return Promise.all(
    known.map(async (service) => {
      const now = live.get(service.connection)?.get(service.serviceId);
      const before = await keptDetails(service, context);
      const source = now ? (before ? "both" : "live") : before ? "kept" : "none";
      return { ...service, details: { ...before, ...now }, source } as const;
    }),
  );
}
