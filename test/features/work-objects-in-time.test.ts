import { expect, test } from "vitest";
import { useTestEnvironment } from "../support/environment.ts";
import { paneOf, wordsOf } from "../support/object-pane.ts";

const environment = useTestEnvironment({ slackHurries: true });

test("a pane says what a slow cloud didn't answer in time, and comes within Slack's three seconds", async () => {
  const { ada, slack, organization } = environment;
  const id = organization.services[0]?.id ?? "";
  await ada.command("databases", `/db services add ${id} orders prod`);
  await ada.waitForMessage("databases", "orders prod");
  for (const operation of ["getService", "listServices", "listBackups"])
    await environment.faults({ kind: "delay", ms: 20_000, times: 20, match: { operation } });
  const url = `https://qm.example.com/open/service/${id}`;
  const pane = await paneOf(slack, ada).open({ url, externalRef: { id, type: "service" } });
  expect(wordsOf(pane.entity)).toMatchObject({
    "Not read in time": expect.stringMatching(/State.*Last backup.*the cloud's own answer/),
    Connection: "default",
  });
});
