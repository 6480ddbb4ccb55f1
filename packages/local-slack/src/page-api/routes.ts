import { Hono, type Context } from "hono";
import type { z } from "zod";
import { memberIds } from "../channels.ts";
import type { Outcome, Person } from "../protocol.ts";
import { readJson } from "../read-json.ts";
import type { Slack } from "../slack.ts";
import { runAction } from "../person/run-action.ts";
import { close } from "../person/close.ts";
import { compose } from "../person/compose.ts";
import { closeObject, openObject } from "../person/open-object.ts";
import { openHome } from "../person/open-home.ts";
import { suggestOptions } from "../person/options.ts";
import { runShortcut } from "../person/run-shortcut.ts";
import { runStep } from "../person/run-step.ts";
import { send } from "../person/send.ts";
import { stop } from "../person/stop.ts";
import { submit } from "../person/submit.ts";
import { controlRoutes } from "./control-routes.ts";
import { worldEvents } from "./events.ts";
import { logEntries } from "./log.ts";
import {
  ActionRequest,
  CloseObjectRequest,
  CloseRequest,
  ComposeRequest,
  HomeRequest,
  ObjectRequest,
  OptionsRequest,
  SendRequest,
  SettingsRequest,
  ShortcutRequest,
  StepRequest,
  StopRequest,
  SubmitRequest,
} from "./requests.ts";
import { worldOf } from "./world.ts";

/** The page's requests to the server, from protocol.ts. */
export function pageRoutes(slack: Slack): Hono {
  const { workspace } = slack;
  const asPerson = personHandler(slack);
  return new Hono()
    .use(async (context, next) => {
      await next();
      // A reader of the events recognizes older worlds by it.
      context.header("x-world-version", String(workspace.changes.version));
    })
    .get("/world", (context) =>
      withPerson(slack, context, (person) => context.json(worldOf(workspace, person))),
    )
    .get("/events", (context) =>
      withPerson(slack, context, (person) => worldEvents(context, workspace, person)),
    )
    .route("/", controlRoutes(slack))
    .get("/log", (context) => context.json(logEntries(workspace, context.req.query())))
    .post(
      "/send",
      asPerson(SendRequest, (person, request) => sendTo(slack, person, request)),
    )
    .post(
      "/compose",
      asPerson(ComposeRequest, (person, request) => done(compose(slack, person, request))),
    )
    .post(
      "/action",
      asPerson(ActionRequest, (person, request) => runAction(slack, person, request)),
    )
    .post(
      "/options",
      asPerson(OptionsRequest, (person, request) => suggestOptions(slack, person, request)),
    )
    .post(
      "/submit",
      asPerson(SubmitRequest, (person, request) => submit(slack, person, request)),
    )
    .post(
      "/close",
      asPerson(CloseRequest, (person, request) => close(slack, person, request)),
    )
    .post(
      "/home",
      asPerson(HomeRequest, (person, { tab }) => done(openHome(slack, person, tab))),
    )
    .post(
      "/shortcut",
      asPerson(ShortcutRequest, (person, request) => runShortcut(slack, person, request)),
    )
    .post(
      "/stop",
      asPerson(StopRequest, (person, request) => stop(slack, person, request)),
    )
    .post(
      "/object",
      asPerson(ObjectRequest, (person, request) => done(openObject(slack, person, request))),
    )
    .post(
      "/object/close",
      asPerson(CloseObjectRequest, (person) => done(closeObject(slack, person))),
    )
    .post(
      "/step",
      asPerson(StepRequest, (person, request) => runStep(slack, person, request)),
    )
    .post("/settings", async (context) => {
      const read = SettingsRequest.safeParse(await readJson(context.req));
      if (!read.success) return refuse(context, read.error.message);
      const { appUrl, unfurlDomains, ...settings } = read.data;
      workspace.appUrl = appUrl ?? workspace.appUrl;
      workspace.unfurlDomains = unfurlDomains ?? workspace.unfurlDomains;
      Object.assign(workspace.settings, settings);
      workspace.changes.bump();
      return context.json({ ok: true });
    });
}

async function sendTo(
  slack: Slack,
  person: Person,
  { channel: id, text, threadTs }: SendRequest,
): Promise<Outcome> {
  const channel = slack.workspace.channels.get(id);
  if (!channel || !memberIds(slack.workspace, channel).includes(person.id))
    return { ok: false, message: "You are not in this channel." };
  if (channel.isArchived) return { ok: false, message: `#${channel.name} is archived.` };
  await send(slack, { person, channel, text, threadTs });
  return { ok: true };
}

/** Wraps a person's action: reads the request, finds the person, and responds with the outcome as JSON. */
function personHandler({ workspace }: Slack) {
  return <Schema extends z.ZodType<{ user: string }>>(
    schema: Schema,
    run: (person: Person, request: z.output<Schema>) => object | Promise<object>,
  ) =>
    async (context: Context): Promise<Response> => {
      const read = schema.safeParse(await readJson(context.req));
      if (!read.success) return refuse(context, read.error.message);
      const person = workspace.people.get(read.data.user);
      if (!person || person.isBot) return refuse(context, "There is no such person.");
      return context.json(await run(person, read.data));
    };
}

function withPerson({ workspace }: Slack, context: Context, run: (person: Person) => Response): Response {
  const [someone = ""] = workspace.people.keys();
  const person = workspace.people.get(context.req.query("user") ?? someone);
  return person && !person.isBot ? run(person) : refuse(context, "There is no such person.");
}

function refuse(context: Context, message: string): Response {
  return context.json({ ok: false, message } satisfies Outcome, 400);
}

function done(_nothing: void): Outcome {
  return { ok: true };
}
