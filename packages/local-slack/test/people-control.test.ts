import { expect, test } from "vitest";
import { isJsonObject, type JsonObject } from "../src/json.ts";
import { until } from "../../../test/support/until.ts";
import { channelId, tinyApp, type TinyApp } from "./tiny-app.ts";

const manifestPath = `${import.meta.dirname}/team-manifest.yml`;

async function control({ slack }: TinyApp, path: string, request: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(request);
  const answer: unknown = await (
    await fetch(`${slack.url}/page/${path}`, { method: "POST", headers, body })
  ).json();
  return answer;
}

async function heardEvent({ received }: TinyApp, type: string): Promise<JsonObject> {
  const heard = () => received.map(({ payload }) => payload.event).filter(isJsonObject);
  await until(async () => heard().some((event) => event.type === type));
  return heard().find((event) => event.type === type) ?? {};
}

test("the members of a user group and of a channel can be changed, and the app gets the group's event", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  const [ada, , noor] = app.slack.users.map(({ id }) => id);
  await control(app, "user-group", { group: "oncall", users: [noor] });
  await expect(app.call("usergroups.users.list", { usergroup: "S0ONCALL01" })).resolves.toMatchObject({
    users: [noor],
  });
  expect(await heardEvent(app, "subteam_members_changed")).toMatchObject({ added_users: [noor] });
  await expect(app.call("usergroups.users.list", { usergroup: "S0NOBODY01" })).resolves.toMatchObject({
    error: "no_such_subteam",
  });
  const channel = channelId(app.slack, "databases");
  await control(app, "channel", { channel, members: [ada] });
  await expect(app.call("conversations.members", { channel })).resolves.toMatchObject({
    members: [ada, "U0QMASTER1"],
  });
});

test("a person who becomes an owner is also an admin", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  const person = app.slack.users.at(-1)?.id;
  await control(app, "person", { person, isOwner: true });
  await expect(app.call("users.info", { user: person })).resolves.toMatchObject({
    user: { is_admin: true, is_owner: true },
  });
});

test("an uninstall sends app_uninstalled and tokens_revoked, and nothing is sent to the app after that", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  await expect(control(app, "uninstall", { how: "uninstalled" })).resolves.toEqual({ ok: true });
  await heardEvent(app, "app_uninstalled");
  expect(await heardEvent(app, "tokens_revoked")).toMatchObject({ tokens: { bot: ["U0QMASTER1"] } });
  await app.ada.command("databases", "/team hello");
  expect(app.received.filter(({ kind }) => kind === "command")).toEqual([]);
  await expect(control(app, "uninstall", { how: "uninstalled" })).resolves.toMatchObject({ ok: false });
});
