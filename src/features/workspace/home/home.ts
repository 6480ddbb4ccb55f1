import type { ContextOf } from "../../../platform/context.ts";
import { isDeepStrictEqual } from "node:util";
import type { App } from "@slack/bolt";
import type { HomeContext } from "../context.ts";
import { HomeBody, workspaceIdOf } from "../../../platform/slack/bodies.ts";
import type { Dispatching } from "../../../platform/slack/interactions/commands.ts";
import { askClouds, connectionFacts, keptFacts } from "./facts.ts";
import { homeView } from "./view.ts";

/** Listens to people opening App Home, and shows them what is connected, what is open and what they can do. */
export function listenToHome(
  bolt: App,
  {
    contextOf,
    inFlight,
    ...parts
  }: Pick<Dispatching, "readCommand" | "forms" | "inFlight"> & {
    contextOf: ContextOf<HomeContext>;
  },
): void {
  bolt.event("app_home_opened", async ({ body }) => {
    const { event, authorizations, ...where } = HomeBody.parse(body);
    if (event.tab !== "home") return;
    const context = contextOf(workspaceIdOf({ ...where, ...authorizations?.[0] }));
    await inFlight.track(() => showHome(event.user, context, parts));
  });
}

/** Publishes what is kept here at once, and once more when the clouds have told what they know. */
async function showHome(
  userId: string,
  context: HomeContext,
  parts: Pick<Dispatching, "readCommand" | "forms">,
): Promise<void> {
  const facts = await keptFacts(userId, context);
  const view = homeView(facts, parts);
  await context.messenger.publishHome(userId, view);
  if (facts.role === undefined || facts.connections.length === 0) return;
  const clouds = await askClouds(facts, context);
  // Having been asked, they show how they work by now.
  const connections = await connectionFacts(context);
  const whole = homeView({ ...facts, connections }, parts, clouds);
  if (!isDeepStrictEqual(whole, view)) await context.messenger.publishHome(userId, whole);
}
