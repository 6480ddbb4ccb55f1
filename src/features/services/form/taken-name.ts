import type { KnownService } from "../../connections/index.ts";
import type { Service } from "../../../platform/cloud/services/service.ts";
import { type ServiceRequest, serviceRequestFields } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import { foldName, oneLine } from "../../../lib/text.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import type { FormProblem, FormValues } from "../../../platform/forms/form.ts";
import type { CreateFacts } from "./facts.ts";
import type { Submission } from "../provisioning/submission.ts";
import { connectionIn } from "./request.ts";
import * as texts from "./texts.ts";
import * as stepTexts from "./steps/texts.ts";

/** More names than a workspace has; the rest is checked when the request is accepted. */
const mostNames = 2_000;

/** The names of the workspace's services as written, each with its connection; at most 2,000. */
export function takenNames(services: readonly KnownService[]): CreateFacts["taken"] {
  return services.slice(0, mostNames).map(({ name, connection }) => ({ name, connection }));
}

/** More choices than a person scrolls through. */
const mostChoices = 98;

/** What a connection's cloud lists: at most 2,000 names, and choices for ids. */
export function listedServices(
  connection: string,
  services: readonly Partial<Service>[],
): CreateFacts["listed"] {
  const names = services.flatMap(({ name }) => (name === undefined ? [] : [name]));
  return {
    connection,
    names: [...new Set(names)].slice(0, mostNames),
    services: services
      .flatMap(({ id, name }) => (id === undefined ? [] : [{ value: id, text: name ?? id }]))
      .filter(isChoice)
      .slice(0, mostChoices),
    warehouses: byId(services, ({ dataWarehouseId }) => dataWarehouseId),
    ownClouds: byId(services, ({ byocId }) => byocId),
  };
}

/** The ids that services share, each with the names of its services. */
function byId(
  services: readonly Partial<Service>[],
  idOf: (service: Partial<Service>) => string | undefined,
): { value: string; text: string }[] {
  const groups = Map.groupBy(services, (service) => idOf(service) ?? "");
  return [...groups]
    .map(([value, all]) => ({
      value,
      text: stepTexts.ofServices(
        all.flatMap(({ name }) => (name === undefined ? [] : [oneLine(name)])),
        value,
      ),
    }))
    .filter(isChoice)
    .slice(0, mostChoices);
}

function isChoice({ value, text }: { value: string; text: string }): boolean {
  return value !== "" && value.length <= limits.option.value && text !== "";
}

/** Reports the form's name when another service of the same connection has it. */
export function nameProblems(values: FormValues, { taken, listed }: CreateFacts): FormProblem[] {
  const connection = connectionIn(values);
  const { name } = values;
  if (typeof name !== "string" || name.trim() === "") return [];
  const names = [
    ...taken.filter((each) => each.connection === connection).map((each) => each.name),
    ...(listed?.connection === connection ? listed.names : []),
  ];
  const message = whyTaken(name, names);
  return message === undefined ? [] : [{ field: "name", message }];
}

/**
 * Claims the name of a request that is about to be accepted. Returns undefined, or in plain text why it cannot have the
 * name. The same request may claim again. Reads Redis only.
 */
export async function claimName(
  requestId: string,
  wanted: Wanted,
  context: Pick<ServicesContext, "services" | "claimedNames" | "requests">,
): Promise<string | undefined> {
  const { request, connection } = wanted;
  const { name } = request;
  if (name === undefined) return undefined;
  // The log holds a request that was sent: the service with this name may be its own.
  if (await context.requests.find(requestId)) return undefined;
  const known = await whyNameIsTaken(wanted, context);
  if (known !== undefined) return known;
  const owner = await ownerOf({ connection, name }, requestId, context);
  if (owner === requestId) return undefined;
  const names = await namesIn(connection, context);
  return `${texts.beingCreated(oneLine(name))} ${offer(name, [...names, name])}`;
}

type Wanted = Pick<Submission, "connection"> & { request: Pick<ServiceRequest, "name"> };

/** Says in plain text that a known service of the connection has the request's name; undefined when none has. */
export async function whyNameIsTaken(
  { request: { name }, connection }: Wanted,
  context: Pick<ServicesContext, "services">,
): Promise<string | undefined> {
  return name === undefined ? undefined : whyTaken(name, await namesIn(connection, context));
}

async function namesIn(
  connection: string,
  { services }: Pick<ServicesContext, "services">,
): Promise<string[]> {
  const known = await services.list();
  return known.filter((each) => each.connection === connection).map(({ name }) => name);
}

/** Returns the request that holds the name. A request that ended leaves its name to the next one. */
async function ownerOf(
  wanted: { connection: string; name: string },
  requestId: string,
  { claimedNames, requests }: Pick<ServicesContext, "claimedNames" | "requests">,
): Promise<string> {
  const owner = await claimedNames.claim(wanted, requestId);
  if (owner === requestId) return owner;
  const progress = await requests.find(owner);
  // An announced service is a known one. If it is no longer known, it was forgotten and its name is free.
  const isOver =
    progress?.status === "failed" ||
    (progress?.status === "created" && progress.announcingSince !== undefined);
  return isOver ? claimedNames.takeOver(wanted, { from: owner, to: requestId }) : owner;
}

function whyTaken(wanted: string, names: readonly string[]): string | undefined {
  const holder = names.find((each) => foldName(each) === foldName(wanted));
  return holder === undefined ? undefined : `${texts.takenBy(holder)} ${offer(wanted, names)}`;
}

function offer(wanted: string, names: readonly string[]): string {
  return texts.chooseAnother(freeName(wanted, names));
}

/** Puts the first free number, from 2 on, after the name. */
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
