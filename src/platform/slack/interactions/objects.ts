import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "@slack/bolt";
import type { z } from "zod";
import { within } from "../../../lib/clock.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { isAtLeast } from "../../access/role.ts";
import type { Reply } from "../../blocks/reply.ts";
import {
  type ObjectRef,
  type ObjectView,
  asObjectRef,
  entityOf,
  objectAt,
} from "../../blocks/work-object.ts";
import type { WorkspaceContext } from "../../context.ts";
import { type InteractionBody, LinksBody, ObjectBody, workspaceIdOf } from "../bodies.ts";
import * as texts from "../texts.ts";
import type { LinkCards, ListenerDeps, ObjectKind, ObjectReader, SharedLinks } from "./deps.ts";

/** More cards would be a wall. */
const mostCards = 5;

/** The cards of links to our own things, if their author may see them. */
function objectCards(kinds: readonly ObjectKind[]): LinkCards {
  return {
    async unfurl(shared, context) {
      const linked = linkedObjects(shared, context, kinds).slice(0, mostCards);
      if (linked.length === 0 || !isAtLeast(await context.access.roleOf(shared), "viewer")) return;
      const made = linked.map(
        async ({ address, ref }) => [address, await cardOf(ref, shared, context, kinds)] as const,
      );
      const cards = new Map<string, Reply>();
      for (const [address, card] of await Promise.all(made)) if (card) cards.set(address, card);
      if (cards.size > 0) await context.messenger.unfurl(shared.messageRef, cards);
    },
  };
}

function linkedObjects(
  { addresses }: SharedLinks,
  { publicUrl }: WorkspaceContext,
  kinds: readonly ObjectKind[],
): { address: string; ref: ObjectRef }[] {
  return addresses.flatMap((address) => {
    const ref = objectAt(address.replaceAll("&amp;", "&"), publicUrl);
    return ref && kinds.some(({ kind }) => kind === ref.kind) ? [{ address, ref }] : [];
  });
}

async function cardOf(
  ref: ObjectRef,
  { isForMembers }: SharedLinks,
  context: WorkspaceContext,
  kinds: readonly ObjectKind[],
): Promise<Reply | undefined> {
  const reader = await readerOf(ref, kinds);
  if (!isForMembers) return reader?.quiet(ref.id);
  try {
    const card = await reader?.card(ref.id, context);
    return card && { ...card.reply, entity: entityOf(ref, card.view, context) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // No one in the channel asked.
    context.log.info({ err: error, kind: ref.kind }, "couldn't read the thing of a link");
    return undefined;
  }
}

async function readerOf(ref: ObjectRef, kinds: readonly ObjectKind[]): Promise<ObjectReader | undefined> {
  return kinds.find(({ kind }) => kind === ref.kind)?.load();
}

/** Listens to people who open a thing, and shows it to them. */
export function listenToObjects(bolt: App, deps: ListenerDeps): void {
  bolt.event("entity_details_requested", async ({ body }) => {
    const read = ObjectBody.parse(body);
    const context = deps.contextOf(workspaceIdOf(read));
    await present(askedFor(read, context), context, deps);
  });
}

/** Who opened what, and where. */
interface Asked {
  triggerId: string;
  userId: string;
  channelId: string | undefined;
  ref: ObjectRef | undefined;
}

function askedFor({ event }: z.infer<typeof ObjectBody>, { publicUrl }: WorkspaceContext): Asked {
  const { trigger_id: triggerId, user: userId, channel, external_ref: known, entity_url: address } = event;
  // Slack has no reference for a thing that its search found.
  const ref = known ? asObjectRef(known.type, known.id) : objectAt(address ?? "", publicUrl);
  return { triggerId, userId, channelId: channel ?? undefined, ref };
}

// A trigger lives 3 s, and Slack answers our calls in time too.
const longestMs = 2_200;

/** Shows a thing in the pane of a person, or says there why not. */
async function present(
  asked: Asked,
  context: WorkspaceContext,
  { objects, rateLimits }: Pick<ListenerDeps, "objects" | "rateLimits">,
): Promise<void> {
  const { triggerId, userId, channelId, ref } = asked;
  const { messenger, access, workspaceId, log } = context;
  const tooLate = new AppError("upstream", texts.objects.late);
  const read = async () => {
    await rateLimits.take({ workspaceId, userId }, "quick");
    await access.demand({ userId, channelId }, "viewer");
    const reader = ref && (await readerOf(ref, objects));
    return (ref && reader && (await reader.pane(ref.id, context))) ?? gone();
  };
  try {
    const view = await within(longestMs, read().catch(asFailure), tooLate);
    if (view instanceof AppError || !ref)
      await messenger.presentObject(triggerId, problemOf(view instanceof AppError ? view : gone()));
    else await messenger.presentObject(triggerId, { entity: entityOf(ref, view, context) });
    if (isAppError(view, "bug")) log.error({ err: view, kind: ref?.kind }, "couldn't show a thing");
  } catch (error) {
    // The person closed the pane, or clicked again.
    if (!isAppError(error, "conflict")) throw error;
    log.info({ err: error }, "a pane was closed before its thing was read");
  }
}

function gone(): AppError {
  return new AppError("missing", texts.objects.gone);
}

function asFailure(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError("bug", texts.objects.bug, { cause: error });
}

function problemOf(error: AppError) {
  const { titles, bug } = texts.objects;
  const title = titles[error.kind] ?? titles.other;
  return { title, message: error.kind === "bug" ? bug : error.message.replaceAll("`", "") };
}

const waitMs = 250;
const mostWaits = 6;

/**
 * Shows a thing again after a person's click in its pane. What the click began may take a moment, so it waits up to
 * 1.5 s for a change. `before` is what the pane showed.
 */
async function presentAgain(
  asked: Asked & { ref: ObjectRef },
  before: ObjectView | undefined,
  context: WorkspaceContext,
  deps: Pick<ListenerDeps, "objects" | "rateLimits">,
): Promise<void> {
  const shown = JSON.stringify(before);
  for (let waits = 0; waits < mostWaits; waits += 1) {
    if (JSON.stringify(await paneSoon(asked.ref, context, deps)) !== shown) break;
    await sleep(waitMs);
  }
  await present(asked, context, deps);
}

const longestPaneMs = 500;

/** What a pane shows. Undefined if it can't be read soon: the click counts more, and `present` says what failed. */
async function paneSoon(
  ref: ObjectRef,
  context: WorkspaceContext,
  { objects }: Pick<ListenerDeps, "objects">,
): Promise<ObjectView | undefined> {
  const reading = readerOf(ref, objects).then((reader) => reader?.pane(ref.id, context));
  return within(
    longestPaneMs,
    reading.catch(() => undefined),
    undefined,
  );
}

/** Runs what a click began. If the click was in a thing's pane, the pane then shows the thing as it is now. */
export async function refreshingPane(
  { container, trigger_id: triggerId, user }: z.infer<typeof InteractionBody>,
  run: () => Promise<{ usedTrigger: boolean }>,
  context: WorkspaceContext,
  deps: ListenerDeps,
): Promise<void> {
  const known = container?.type === paneContainer ? container.external_ref : undefined;
  const ref = known ? asObjectRef(known.type, known.id) : undefined;
  const before = ref && (await paneSoon(ref, context, deps));
  const { usedTrigger } = await run();
  if (!ref || usedTrigger) return;
  const asked = { triggerId, userId: user.id, channelId: container?.channel_id, ref };
  await presentAgain(asked, before, context, deps);
}

/** Slack's word for a pane, where something was clicked. */
const paneContainer = "entity_detail";

/**
 * Listens for links to our domains and shows cards below their messages. Slack may report a link twice, and the cards
 * then replace themselves.
 */
export function listenToLinks(bolt: App, deps: ListenerDeps): void {
  const { contextOf, rateLimits } = deps;
  const links = [objectCards(deps.objects), ...deps.links];
  bolt.event("link_shared", async ({ body }) => {
    const read = LinksBody.parse(body);
    const shared = sharedLinks(read);
    if (!shared) return;
    const context = contextOf(workspaceIdOf(read));
    await showCards(shared, context, { links, rateLimits });
  });
}

/** No one asked for a card, so a failure notifies no one. */
async function showCards(
  shared: SharedLinks,
  context: WorkspaceContext,
  { links, rateLimits }: Pick<ListenerDeps, "links" | "rateLimits">,
): Promise<void> {
  const { workspaceId, log } = context;
  try {
    // Slack reports links repeatedly while a person types.
    await rateLimits.take({ workspaceId, userId: shared.userId }, shared.channelId ? "usual" : "quick");
    for (const cards of links) await cards.unfurl(shared, context);
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    // A person can correct these two: the scopes of the installation, and the domains of the app.
    const level = isAppError(err, "auth", "forbidden") ? "warn" : "info";
    log[level]({ err, workspaceId }, "couldn't unfurl links");
  }
}

type Body = z.output<typeof LinksBody>;

/** The links of a body. Undefined if no card may be shown: the app is not there, or no person posted them. */
export function sharedLinks(body: Body): SharedLinks | undefined {
  const { channel: channelId, user: userId, message_ts: ts, links, source, unfurl_id: unfurlId } = body.event;
  if (!userId || body.event.is_bot_user_member !== true) return undefined;
  const addresses = links.map(({ url }) => url);
  if (source === "composer" || channelId === "COMPOSER")
    return { userId, addresses, messageRef: { unfurlId: unfurlId ?? ts }, isForMembers: false };
  return { userId, channelId, addresses, messageRef: { channelId, ts }, isForMembers: isOwnChannel(body) };
}

/**
 * True if certainly no other company, and no other workspace of the organization, is in the channel. Slack reports
 * the first, and reports the second only to apps that may list channels. In an installation for the whole
 * organization, all are ours.
 */
function isOwnChannel({ is_ext_shared_channel, enterprise_id, authorizations }: Body): boolean {
  const [installed] = authorizations ?? [];
  const isOfOrganization = Boolean(enterprise_id || installed?.enterprise_id);
  return is_ext_shared_channel === false && (!isOfOrganization || installed?.is_enterprise_install === true);
}
