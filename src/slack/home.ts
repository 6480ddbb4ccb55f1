import type { App } from "@slack/bolt";
import type { HomeView, KnownBlock } from "@slack/types";
import { actions } from "../blocks/button.ts";
import { commandButton } from "../blocks/command-button.ts";
import { escapeName } from "../blocks/escape.ts";
import { divider, header, section } from "../blocks/text.ts";
import { forms } from "../forms/index.ts";
import { draftInWords, resumeButtons } from "../forms/resume.ts";
import type { Draft } from "../store/drafts.ts";
import type { KnownService } from "../store/services.ts";
import { HomeBody, workspaceIdOf } from "./bodies.ts";
import type { Dispatching } from "./dispatch.ts";

// A view holds 100 blocks, and these leave room for the rest.
const shownServices = 40;

/** Listens to people opening App Home, and shows them what they can do and what is known. */
export function listenToHome(bolt: App, { contextOf, inFlight }: Dispatching): void {
  bolt.event("app_home_opened", async ({ body }) => {
    const { event, authorizations, ...where } = HomeBody.parse(body);
    if (event.tab !== "home") return;
    await inFlight.track(async () => {
      const { services, drafts, messenger } = contextOf(workspaceIdOf({ ...where, ...authorizations?.[0] }));
      const [known, draft] = await Promise.all([services.list(), drafts.current(event.user)]);
      await messenger.publishHome(event.user, homeView(known, draft));
    });
  });
}

/** App Home: what was left unfinished, the jobs as buttons, and the known services with theirs. */
function homeView(services: readonly KnownService[], draft: Draft | undefined): HomeView {
  const known = services.slice(0, shownServices).map(({ name }): KnownBlock => ({
    ...section(`*${escapeName(name)}*`),
    accessory: commandButton("Backups", `backups ${name}`),
  }));
  return {
    type: "home",
    blocks: [
      ...unfinished(draft),
      header("Database services"),
      section(
        "Create a service, look at its backups, and read what everything costs. Answers come as direct messages.",
      ),
      actions([
        { ...commandButton("Create a service", "create"), style: "primary" },
        commandButton("Costs of the last 7 days", "costs last 7 days"),
        commandButton("All backups", "backups"),
        commandButton("Presets", "presets"),
        commandButton("Help", "help"),
      ]),
      divider(),
      ...(known.length > 0
        ? known
        : [section("No service is known here yet. Add one with `/db services add <service id> <name>`.")]),
    ],
  };
}

function unfinished(draft: Draft | undefined): KnownBlock[] {
  const form = forms.find(({ name, resumes }) => name === draft?.form && resumes);
  if (!draft?.touched || !form) return [];
  return [header("Unfinished"), section(draftInWords(form, draft)), actions(resumeButtons(draft)), divider()];
}
