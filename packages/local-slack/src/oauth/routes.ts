import { Hono } from "hono";
import { z } from "zod";
import { SlackRefusal } from "../refusal.ts";
import type { Slack } from "../slack.ts";
import type { Workspace } from "../workspace.ts";
import { readAsked } from "./asked.ts";
import { issueCode } from "./codes.ts";
import { authorizePage, refusalPage } from "./page.ts";

const Answer = z.object({
  answer: z.enum(["allow", "cancel"]),
  /** The person who answers. The default is the first one. */
  user: z.string().optional(),
  place: z.enum(["team", "organization"]).default("team"),
  /** Present if the person chose among the optional scopes. */
  chooses: z.string().optional(),
  /** The optional scopes that the person allows. */
  optional: z.preprocess((given) => [given ?? []].flat(), z.array(z.string())),
});
type Answer = z.output<typeof Answer>;

/** The installation of the app: the page that asks people, and the result of their answer. */
export function oauthRoutes({ workspace }: Slack): Hono {
  const routes = new Hono()
    .get("/", (context) => context.html(authorizePage(workspace, readAsked(workspace, context.req.query()))))
    .post("/", async (context) => {
      const read = Answer.safeParse(await context.req.parseBody({ all: true }));
      if (!read.success) throw new SlackRefusal("invalid_arguments");
      return context.redirect(answerAddress(workspace, context.req.query(), read.data), 302);
    });
  routes.onError((error, context) => {
    if (error instanceof SlackRefusal) return context.html(refusalPage(error), 400);
    throw error;
  });
  return routes;
}

/** The redirect back to the app, with a code or the refusal, and the app's own state. */
function answerAddress(workspace: Workspace, query: Record<string, string>, answer: Answer): string {
  const { scopes: asked, optional, state, redirectUri } = readAsked(workspace, query);
  const isRefused = (scope: string) =>
    answer.chooses !== undefined && optional.includes(scope) && !answer.optional.includes(scope);
  const scopes = asked.filter((scope) => !isRefused(scope));
  const address = new URL(redirectUri);
  if (answer.answer === "cancel") address.searchParams.set("error", "access_denied");
  else
    address.searchParams.set(
      "code",
      issueCode(workspace, { ...allowed(workspace, answer), scopes, redirectUri }),
    );
  address.searchParams.set("state", state);
  return address.href;
}

function allowed(
  { people, enterprise }: Workspace,
  { user, place }: Answer,
): { user: string; isEnterprise: boolean } {
  const [first = ""] = people.keys();
  const person = people.get(user ?? first);
  if (!person || person.isBot) throw new SlackRefusal("user_not_found");
  return { user: person.id, isEnterprise: place === "organization" && enterprise !== null };
}
