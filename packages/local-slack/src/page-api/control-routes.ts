import { type Context, Hono } from "hono";
import { z } from "zod";
import { changeChannel } from "../channel-changes.ts";
import { changePerson, changeUserGroup } from "../people-changes.ts";
import { uninstall } from "../uninstall.ts";
import { Faults } from "../fault.ts";
import { messageSeenBy, removeMessage } from "../messages.ts";
import type { Outcome } from "../protocol.ts";
import { clickPanelButton } from "../panel.ts";
import { readJson } from "../read-json.ts";
import type { Slack } from "../slack.ts";
import type { StoredChannel, Workspace } from "../workspace.ts";
import {
  ChannelRequest,
  DeleteRequest,
  PersonRequest,
  PanelRequest,
  UninstallRequest,
  UserGroupRequest,
} from "./requests.ts";

/** The local Slack's own controls: faults, calls, and changes of channels and messages. */
export function controlRoutes(slack: Slack): Hono {
  const { workspace } = slack;
  return new Hono()
    .post(
      "/faults",
      asked(Faults, (faults) => workspace.faults.add(faults)),
    )
    .delete("/faults", (context) => context.json(done(workspace.faults.clear())))
    .get("/calls", ({ req, json }) =>
      json(
        workspace.calls.list({ methods: req.query("methods")?.split(","), channel: req.query("channel") }),
      ),
    )
    .delete("/calls", (context) => context.json(done(workspace.calls.clear())))
    .post(
      "/channel",
      asked(ChannelRequest, ({ channel: address, ...change }) => {
        const channel = channelOf(workspace, address);
        return channel ? changeChannel(slack, channel, change) : "There is no such channel.";
      }),
    )
    .post(
      "/person",
      asked(PersonRequest, (request) => changePerson(slack, request)),
    )
    .post(
      "/user-group",
      asked(UserGroupRequest, (request) => changeUserGroup(slack, request)),
    )
    .post(
      "/uninstall",
      asked(UninstallRequest, ({ how }) => uninstall(slack, how)),
    )
    .post(
      "/delete",
      asked(DeleteRequest, (request) => deleteMessage(workspace, request)),
    )
    .post(
      "/panel",
      asked(PanelRequest, ({ label }) => clickPanelButton(workspace.panel, label)),
    );
}

/** Reads the request and executes it. Responds with the outcome. */
function asked<Schema extends z.ZodType>(
  schema: Schema,
  run: (request: z.output<Schema>) => string | void | Promise<string | undefined>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    const read = schema.safeParse(await readJson(context.req));
    const problem = read.success ? await run(read.data) : z.prettifyError(read.error);
    return problem ? context.json({ ok: false, message: problem }, 400) : context.json({ ok: true });
  };
}

function deleteMessage(workspace: Workspace, { user, channel: id, ts }: DeleteRequest): string | void {
  const channel = workspace.channels.get(id);
  const message = channel && messageSeenBy(channel, ts, user);
  if (!channel || !message) return "There is no such message.";
  removeMessage(workspace, channel, message);
}

function channelOf({ channels }: Workspace, address: string): StoredChannel | undefined {
  return channels.get(address) ?? [...channels.values()].find(({ name }) => name === address);
}

function done(_nothing: void): Outcome {
  return { ok: true };
}
