import type { Button } from "@slack/types";
import { z } from "zod";
import { within } from "../../lib/clock.ts";
import { AppError } from "../../lib/errors.ts";
import { plural, shortList } from "../../lib/text.ts";
import type { Changes } from "../../platform/audit/recorder.ts";
import { row } from "../../platform/blocks/button.ts";
import { type Asked, commandButton } from "../../platform/blocks/command-button.ts";
import { code, escapeName } from "../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../platform/blocks/reply.ts";
import { section } from "../../platform/blocks/text.ts";
import type { KnownService, KnownServices } from "./known-services.ts";

/** A service that a cloud has and the workspace's list hasn't. */
export const FoundService = z.object({
  serviceId: z.string(),
  /** Its name in the cloud, as far as a name here can have it. */
  name: z.string(),
  connection: z.string(),
  state: z.string().optional(),
  /** Its provider and region. */
  place: z.string().optional(),
});
export type FoundService = z.output<typeof FoundService>;

/** The services that a workspace can add. */
export interface FoundServices {
  services: FoundService[];
  /** Where they are from. Costs have names of services that may be gone. */
  source: "list" | "costs";
  /** The connections that can't be read right now. */
  unread: string[];
  /** Names that only alerts have, if no cloud lists its services. Their ids aren't known. */
  alerted: string[];
}

const shownNames = 3;

const bold = (name: string) => `*${escapeName(name)}*`;
const mrkdwn = { name: bold, line: code };
/** For pages. */
export const plain: typeof mrkdwn = { name: (name) => name, line: (line) => line };

/** What was found, in mrkdwn if it isn't said otherwise. `isMore` if the list has other services. Undefined for nothing. */
export function foundText(
  { services, source, alerted }: FoundServices,
  isMore: boolean,
  write = mrkdwn,
): string | undefined {
  const [first] = services;
  const [named] = alerted;
  const inAlerts =
    named === undefined
      ? ""
      : `I saw ${shortList(alerted.map(write.name), shownNames)} in the alerts. Add ${alerted.length === 1 ? "it" : "each"} by its id: ${write.line(`/db services add <service id> ${named}`)}.`;
  if (first === undefined)
    return named === undefined ? undefined : `Your cloud doesn't list its services. ${inAlerts}`;
  const names = shortList(
    services.map(({ name }) => write.name(name)),
    shownNames,
  );
  if (source === "costs") {
    const how =
      services.length === 1
        ? `Add it by its id: ${write.line(`/db services add ${first.serviceId} ${first.name}`)}.`
        : "Choose those that you still have, or add one by its id.";
    return [`Your cloud doesn't list its services, but I saw ${names} in the costs. ${how}`, inAlerts]
      .filter(Boolean)
      .join(" ");
  }
  const what = isMore ? `${services.length} more ${services.length === 1 ? "service" : "services"}` : "";
  return `I found ${what || plural(services.length, "service")} in your cloud: ${names}.`;
}

const choose = { text: "Choose…", command: { call: "services_choose" } } as const;
const add = (text: string) => ({ text, command: { call: "services_add_all" } }) as const;
const ignore = (text: string) => ({ text, command: { call: "services_add_none" } }) as const;

/** The buttons below it: a text and what each does. `canIgnore` for services that came later. */
export function foundButtons(
  { services, source }: FoundServices,
  canIgnore: boolean,
): { text: string; command: Asked }[] {
  const all = source === "costs" ? [] : [add(services.length === 1 ? "Add it" : "Add all")];
  const none = services.length === 1 ? "Not this one" : "Not these";
  return [...all, choose, ...(canIgnore ? [ignore(none)] : [])];
}

/** What was found, as a part of a reply. */
export interface FoundOffer extends Reply {
  buttons: Button[];
  /** The same for pages. */
  plainText: string;
  /** False if people have to choose. */
  canAddAll: boolean;
}

function offerOf(found: FoundServices, isMore: boolean): FoundOffer | undefined {
  const text = foundText(found, isMore);
  if (text === undefined) return undefined;
  const buttons = foundButtons(found, isMore).map(({ text: label, command }, index) => ({
    ...commandButton(label, command),
    ...(index === 0 && !isMore ? { style: "primary" as const } : {}),
  }));
  const plainText = foundText(found, isMore, plain) ?? "";
  return {
    ...reply(text, [section(text), ...row(buttons)]),
    buttons,
    plainText,
    canAddAll: found.source === "list",
  };
}

// A person waits.
const longestWaitMs = 2_500;

/** What a workspace can add. Undefined for nothing, and if the clouds take too long. */
export async function findOffer(context: {
  unadded(): Promise<FoundServices>;
  services: Pick<KnownServices, "list">;
}): Promise<FoundOffer | undefined> {
  const isMore = (await context.services.list()).length > 0;
  const found = await within(longestWaitMs, context.unadded(), undefined);
  return found && offerOf(found, isMore);
}

/** A service that is in the list now. */
export interface Adopted {
  service: KnownService;
  /** False if someone was faster. */
  isNew: boolean;
  /** What it was to be called, if that name was taken. */
  wanted?: string;
}

/** Adds found services to the list, all in one step, and records each. A taken name gets a number. */
export async function addFound(
  found: readonly FoundService[],
  { services, now }: { services: Pick<KnownServices, "addAll">; now: () => Date },
  { change }: Pick<Changes, "change">,
  addedBy: string,
): Promise<Adopted[]> {
  if (found.length === 0) return [];
  const addedAt = now().toISOString();
  const adding = services.addAll(
    found.map(({ name, serviceId, connection }) => ({ name, serviceId, connection, addedBy, addedAt })),
  );
  const addOne = async ({ name: wanted }: FoundService, index: number): Promise<Adopted> => {
    const addition = (await adding)[index];
    if (!addition) throw new AppError("bug", "An added service has no outcome.");
    const { outcome, service } = addition;
    const isNew = outcome === "added";
    return { service, isNew, ...(isNew && service.name !== wanted ? { wanted } : {}) };
  };
  return Promise.all(
    found.map((one, index) =>
      change(
        { action: "service.add", subject: one.name },
        () => addOne(one, index),
        ({ service: { name, serviceId, connection }, isNew }) =>
          isNew ? { subject: name, after: { name, serviceId, connection } } : undefined,
      ),
    ),
  );
}

const shownAdded = 10;

/** What was added, in mrkdwn if it isn't said otherwise. */
export function addedText(adopted: readonly Adopted[], { name: bold } = mrkdwn): string {
  const added = adopted.filter(({ isNew }) => isNew);
  if (added.length === 0) {
    const [only] = adopted;
    return adopted.length === 1 && only
      ? `${bold(only.service.name)} is in the list already.`
      : "They are all in the list already.";
  }
  const names = shortList(
    added.map(({ service }) => bold(service.name)),
    shownAdded,
  );
  const renamed = added.flatMap(({ service, wanted }) =>
    wanted === undefined ? [] : [`${bold(service.name)} (there is another ${bold(wanted)})`],
  );
  const also = renamed.length === 0 ? "" : ` New names: ${shortList(renamed, shownAdded)}.`;
  return added.length === 1 && renamed.length === 0
    ? `Added ${names}.`
    : `Added ${plural(added.length, "service")}: ${names}.${also}`;
}
