import type { KnownService } from "../../connections/index.ts";
import type { Service } from "../../../platform/cloud/services/service.ts";
import { type ServiceRequest, serviceRequestFields } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import { foldName, oneLine } from "../../../lib/text.ts";
import type { FormProblem, FormValues } from "../../../platform/forms/form.ts";
import type { CreateFacts } from "./facts.ts";
import type { Submission } from "../provisioning/submission.ts";
import { connectionIn } from "./request.ts";

/** More names than a workspace has; the rest is checked when the request is accepted. */
const mostNames = 2_000;

/** The names that the workspace's services have, for the form: by connection, as they are written. */
export function takenNames(services: readonly KnownService[]): CreateFacts["taken"] {
  return services.slice(0, mostNames).map(({ name, connection }) => ({ name, connection }));
}

/** The names that the cloud of a connection lists, for the form. */
export function listedServices(
  connection: string,
  services: readonly Pick<Service, "name">[],
): CreateFacts["listed"] {
  const names = services.flatMap(({ name }) => (name === undefined ? [] : [name]));
  return { connection, names: [...new Set(names)].slice(0, mostNames) };
}

/** What is wrong with the form's name: another service of the same connection has it. */
export function nameProblems(values: FormValues, { taken, listed }: CreateFacts): FormProblem[] {
  const connection = connectionIn(values);
  const { name } = values;
  if (typeof name !== "string" || name.trim() === "") return [];
  const names = [
    ...taken.filter((each) => each.connection === connection).map((each) => each.name),
    ...(listed?.connection === connection ? listed.names : []),
  ];
  const holder = names.find((each) => foldName(each) === foldName(name));
  return holder === undefined ? [] : [{ field: "name", message: hereAlready(holder, name, names) }];
}

/**
 * Claims the name of a request that is about to be accepted. Answers why it cannot have the name, in plain text; undefined
 * when it can. The same request may claim again. Redis is all that it reads.
 */
export async function claimName(
  requestId: string,
  wanted: Wanted,
  context: Pick<ServicesContext, "services" | "claimedNames" | "requests">,
): Promise<string | undefined> {
  const { request, connection } = wanted;
  const { name } = request;
  if (name === undefined) return undefined;
  // A request that was sent is in the log: its own service may be the one that has the name.
  if (await context.requests.find(requestId)) return undefined;
  const known = await whyNameIsTaken(wanted, context);
  if (known !== undefined) return known;
  const owner = await ownerOf({ connection, name }, requestId, context);
  if (owner === requestId) return undefined;
  const names = await namesIn(connection, context);
  return `“${oneLine(name)}” is being created just now by another request. ${offer(name, [...names, name])}`;
}

type Wanted = Pick<Submission, "connection"> & { request: Pick<ServiceRequest, "name"> };

/** Why a request cannot have its name, in plain text: a known service of the connection has it. */
export async function whyNameIsTaken(
  { request: { name }, connection }: Wanted,
  context: Pick<ServicesContext, "services">,
): Promise<string | undefined> {
  if (name === undefined) return undefined;
  const names = await namesIn(connection, context);
  const holder = names.find((each) => foldName(each) === foldName(name));
  return holder === undefined ? undefined : hereAlready(holder, name, names);
}

async function namesIn(
  connection: string,
  { services }: Pick<ServicesContext, "services">,
): Promise<string[]> {
  const known = await services.list();
  return known.filter((each) => each.connection === connection).map(({ name }) => name);
}

/** The request that has the name now. A request that ended leaves its name to the next one. */
async function ownerOf(
  wanted: { connection: string; name: string },
  requestId: string,
  { claimedNames, requests }: Pick<ServicesContext, "claimedNames" | "requests">,
): Promise<string> {
  const owner = await claimedNames.claim(wanted, requestId);
  if (owner === requestId) return owner;
  const progress = await requests.find(owner);
  // Once announced, a service is among the known ones, and the name is free when it was forgotten since.
  const isOver =
    progress?.status === "failed" ||
    (progress?.status === "created" && progress.announcingSince !== undefined);
  return isOver ? claimedNames.takeOver(wanted, { from: owner, to: requestId }) : owner;
}

function hereAlready(holder: string, wanted: string, names: readonly string[]): string {
  return `A service “${holder}” is here already. ${offer(wanted, names)}`;
}

function offer(wanted: string, names: readonly string[]): string {
  return `Choose another name, such as “${freeName(wanted, names)}”.`;
}

/** The same name with the first free number after it, from 2 on. */
function freeName(wanted: string, names: readonly string[]): string {
  const taken = new Set(names.map((name) => foldName(name)));
  const { maxLength = Infinity } = serviceRequestFields.name;
  const [, base = ""] = /^(.*?)(?: \d+)?$/.exec(oneLine(wanted)) ?? [];
  for (let number = 2; ; number += 1) {
    const ending = ` ${number}`;
    const name = `${base.slice(0, maxLength - ending.length).trimEnd()}${ending}`;
    if (!taken.has(foldName(name))) return name;
  }
}
