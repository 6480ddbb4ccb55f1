import { formatList, plural } from "../../../lib/text.ts";
import { compareNames } from "../../../lib/names.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, preformatted, section } from "../../../platform/blocks/text.ts";
import { sendFile } from "../../../platform/jobs/messenger.ts";
import type { KnownService } from "../../connections/index.ts";
import type { ServicesContext } from "../context.ts";
import { type KnownDetails, keptDetails, listedServices, readDetails } from "../list/details.ts";
import { type HclObject, hclBlock, hclComment, hclName, hclString } from "./hcl.ts";
import { type TerraformNames, attributesOf } from "./provider.ts";

/** The word for all services. */
const everything = /^(?:all|everything)?$/i;

// A message holds no more beside its other text.
const longestShown = 7_500;

// The file: comments and descriptions. Plain text; the caller escapes it.

const fileHead =
  "Made by Quartermaster from what the cloud shows. No secret is in it: give each variable its value.\nRun `terraform plan` first. It should show imports and no other change.";
const aboutText = (name: string, connection: string) => `${name} (connection ${connection})`;
const kept = "The cloud doesn't show this service now. These are its settings when it was created.";
const unknownService = (label: string) =>
  `The cloud doesn't show this service, so its settings are unknown.\n\`terraform plan -generate-config-out=${label}.tf\` writes them.`;
const unknownAttributes = (names: readonly string[]) =>
  `Unknown here, so left out: ${formatList([...names])}.`;
const secretOf = (name: string) => `A secret of ${name}`;
const leftOut =
  "Left out: dashboards and alert rules, because servers have no common resource for them, and databases, users and data.";

/** The attributes that every service has. */
const expected = ["cloud_provider", "region", "idle_scaling", "ip_access_list"] as const;

// Answers, in mrkdwn. Names are escaped by the caller.

export const button = "As Terraform";
const one = (name: string) => `*${name}* as Terraform`;
const all = (count: number) => `${plural(count, "service")} as Terraform`;
const hint =
  "Passwords and keys are variables. Put this into a `.tf` file, and check with `terraform plan` that nothing changes.";
const follows = (what: string) => `${what}: the file follows.`;
const refused = (what: string) => `${what}: Slack refused the file. Try again in a minute.`;
const sent = (what: string) => `${what}: I sent you the file in direct messages.`;
const none =
  "No services yet, so there is nothing to write as Terraform. To add one: `/db services add <service id> <name>`.";
const allButton = "All services";

/** Shows a service, or all of them, as Terraform. What is too long for a message is sent as a file. */
export async function showTerraform(
  words: string,
  context: ServicesContext,
  { userId }: Asker,
): Promise<Reply> {
  const known = await context.services.list();
  const isNamed = known.some(({ name }) => name.toLowerCase() === words.trim().toLowerCase());
  if (everything.test(words.trim()) && !isNamed) {
    if (known.length === 0) return say(none);
    return answer(all(known.length), "services.tf", await detailsOfAll(known, context), context, userId);
  }
  const service = await context.services.find(words);
  const { serviceId, name } = service;
  const file = `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")}.tf`;
  const details = [{ ...service, ...(await readDetails(service, context)) }];
  return answer(one(escapeName(name)), file, details, context, userId, serviceId);
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
      serviceId === undefined ? [] : [actions([commandButton(allButton, { call: "services_terraform" })])];
    return reply(`${what}. ${hint}`, [section(what), preformatted(text), smallPrint(hint), ...others]);
  }
  const file = { name, bytes: Buffer.from(text) };
  const messages = { announced: say(follows(what)), refused: say(refused(what)) };
  await sendFile(userId, { file, ...messages, comment: hint }, messenger);
  return say(sent(what));
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

/** A service with what is known of it. */
export interface ServiceToWrite
  extends Pick<KnownService, "serviceId" | "name" | "connection">, KnownDetails {}

/** A Terraform file: for each service a resource and an import block, and a variable for each secret. */
export function terraformFile(services: readonly ServiceToWrite[], names: TerraformNames): string {
  const taken = new Set<string>();
  const parts = services
    .toSorted((a, b) => compareNames(a.name, b.name) || a.serviceId.localeCompare(b.serviceId))
    .map((service) => serviceBlocks(service, hclName(service.name, taken), names));
  return (
    [hclComment(fileHead), providerBlock(names), ...parts, hclComment(leftOut), ""].join("\n\n").trimEnd() +
    "\n"
  );
}

/** The provider's name here is the beginning of its resource's type. */
function providerBlock({ source, resource }: TerraformNames): string {
  const [provider = ""] = resource.split("_");
  return `terraform {\n  required_providers {\n    ${provider} = {\n      source = ${hclString(source)}\n    }\n  }\n}`;
}

function serviceBlocks(service: ServiceToWrite, label: string, names: TerraformNames): string {
  const { serviceId, name, connection, details, source } = service;
  const to = { verbatim: `${names.resource}.${label}` };
  const about = hclComment(aboutText(name, connection));
  const importing = hclBlock("import", { to, id: serviceId });
  // Terraform writes the resource of an import itself, and a wrong one would change the service.
  if (source === "none") return [`${about}\n${hclComment(unknownService(label))}`, importing].join("\n");
  const secrets = {
    password: variable(`${label}_password`),
    encryptionKey: variable(`${label}_encryption_key`),
  };
  const attributes = attributesOf(details, name, secrets, names);
  const unknown = expected.filter((attribute) => !((names.attributes[attribute] ?? attribute) in attributes));
  const used = Object.values(secrets).filter((secret) => Object.values(attributes).includes(secret));
  const notes = [
    ...(source === "kept" ? [kept] : []),
    ...(unknown.length === 0 ? [] : [unknownAttributes(unknown)]),
  ];
  return [
    ...used.map(({ verbatim }) => variableBlock(verbatim.replace("var.", ""), secretOf(name))),
    [about, ...notes.map(hclComment), importing].join("\n"),
    hclBlock(`resource ${hclString(names.resource)} ${hclString(label)}`, attributes),
  ].join("\n\n");
}

function variable(name: string) {
  return { verbatim: `var.${name}` };
}

function variableBlock(name: string, description: string): string {
  const attributes: HclObject = { description, type: { verbatim: "string" }, sensitive: true };
  return hclBlock(`variable ${hclString(name)}`, attributes);
}
