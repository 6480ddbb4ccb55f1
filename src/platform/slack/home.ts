import { isDeepStrictEqual } from "node:util";
import { orUndefined } from "../../lib/errors.ts";
import type { App } from "@slack/bolt";
import type { HomeView, KnownBlock } from "@slack/types";
import { fitView } from "../blocks/fit.ts";
import { actions, row } from "../blocks/button.ts";
import { divider, header, packed, section } from "../blocks/text.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Form } from "../forms/form.ts";
import { formatDraft, resumeButtons } from "../forms/open.ts";
import { Schedule, type ScheduleKind } from "../jobs/schedules/kept-schedules.ts";
import { HomeBody, workspaceIdOf } from "./bodies.ts";
import * as texts from "./texts.ts";
import type { ListenerDeps, HomeParts, HomeSection, SetupStep } from "./interactions/deps.ts";
import { offersFor } from "../commands/read.ts";
import type { Offer } from "../forms/window.ts";

/** Listens for people who open App Home. Shows what Redis has at once, and again when the clouds have answered. */
export function listenToHome(bolt: App, { contextOf, rateLimits, ...parts }: ListenerDeps): void {
  bolt.event("app_home_opened", async ({ body }) => {
    const read = HomeBody.parse(body);
    if (read.event.tab !== "home") return;
    const context = contextOf(workspaceIdOf(read));
    const { user: userId } = read.event;
    const isAllowed = async () => {
      await rateLimits.take({ workspaceId: context.workspaceId, userId }, "quick");
      return true;
    };
    if (await orUndefined(isAllowed, "limited")) await showHome(userId, context, parts);
  });
}

async function showHome(userId: string, context: WorkspaceContext, parts: HomeParts): Promise<void> {
  const view = await homeView(userId, context, parts);
  await context.messenger.publishHome(userId, view);
  const whole = await homeView(userId, context, parts, true);
  if (!isDeepStrictEqual(whole, view)) await context.messenger.publishHome(userId, whole);
}

/** One person's App Home, with what Redis has, or also with the clouds' answers, which takes longer. */
export async function homeView(
  userId: string,
  context: WorkspaceContext,
  { readCommand, forms, home }: HomeParts,
  isWhole = false,
): Promise<HomeView> {
  const { role } = await context.access.effectiveRoleOf({ userId });
  if (role === undefined) return { type: "home", blocks: [section(texts.noRole)] };
  const offer = offersFor(role, readCommand);
  const person = { userId, role, offer };
  const sections: HomeSection[] = [
    { name: "setup", rank: 10, draw: () => setupBlocks(home.setup, context, offer) },
    { name: "untold", rank: 11, draw: () => untoldBlocks(home.schedules, context) },
    { name: "unfinished", rank: 15, draw: () => unfinishedBlocks(userId, context, forms) },
    ...home.sections.toSorted((a, b) => a.rank - b.rank),
  ];
  const slow = isWhole
    ? await Promise.all(sections.map(async (each) => each.drawLater?.(person, context)))
    : [];
  // The other sections come after that, because connections then show the result of these calls.
  const drawn = await Promise.all(
    sections.map(async (each, index) => slow[index] ?? each.draw(person, context)),
  );
  const groups = drawn.map((blocks, section) =>
    // These ids stay the same in every drawing.
    blocks.map((block, index) => ({ ...block, block_id: `home-${sections[section]?.name}-${index}` })),
  );
  const blocks = groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => [...(index > 0 ? [divider()] : []), ...group]);
  return { type: "home", blocks: fitView(blocks) };
}

const mostUntold = 10;

/** What no one could be told in a message. What depends on it waits for someone who reads it here. */
async function untoldBlocks(
  kinds: readonly ScheduleKind[],
  { schedules }: WorkspaceContext,
): Promise<KnownBlock[]> {
  const waiting = (await schedules.list(Schedule)).filter(({ untold }) => untold);
  const lines = waiting.flatMap((schedule) => {
    const kind = kinds.find((each) => each.kind === schedule.kind);
    const { data } = kind?.record.safeParse(schedule) ?? {};
    const { untold } = schedule;
    return kind && data && untold ? [texts.untold(kind.subject(data), untold)] : [];
  });
  if (lines.length === 0) return [];
  const left = lines.length - mostUntold;
  return [
    header(texts.untoldHeader),
    ...packed([...lines.slice(0, mostUntold), ...(left > 0 ? [texts.moreUntold(left)] : [])]),
  ];
}

/** The forms that the person left unfinished. */
async function unfinishedBlocks(
  userId: string,
  { drafts }: WorkspaceContext,
  forms: readonly Form[],
): Promise<KnownBlock[]> {
  const draft = await drafts.current(userId);
  const form = forms.find(({ name, resumes }) => name === draft?.form && resumes);
  if (!draft?.touched || !form) return [];
  return [header(texts.unfinished), section(formatDraft(form, draft)), actions(resumeButtons(draft))];
}

/** The open steps of a new workspace's set-up. Nothing once all are done. */
async function setupBlocks(
  steps: readonly SetupStep[],
  context: WorkspaceContext,
  offer: Offer,
): Promise<KnownBlock[]> {
  const areDone = await Promise.all(steps.map((step) => step.isDone(context)));
  const done = areDone.filter(Boolean).length;
  if (done === steps.length) return [];
  const next = areDone.indexOf(false);
  return [
    header(texts.setup),
    section(texts.stepsDone(done, steps.length)),
    ...steps.flatMap(({ title, how, button }, index) => {
      if (areDone[index]) return [section(texts.doneStep(index + 1, title))];
      const text = texts.openStep(index + 1, title, how, index === next);
      return [section(text), ...row(offer(button.text, button.command))];
    }),
  ];
}
