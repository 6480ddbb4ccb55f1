import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { createStore } from "../../../../src/app/store.ts";
import { startAppHere } from "../../../support/app-here.ts";
import { answerTo } from "../../../support/answer-to.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { newToken, program, putToken } from "../../../support/program.ts";
import { person, shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment({ environment: () => ({ MCP: "on" }) });

const isForm = (view: { title?: string | undefined }) => view.title === "New token";

test("the form asks for a name, and the list shows the token by it", async () => {
  const { ada, app } = environment;
  await ada.command("databases", "/db admin tokens create");
  await ada.waitForModal(isForm);
  await ada.fill("name", "Build server");
  await ada.fill("access", "propose");
  await ada.submit();
  const view = await ada.waitForModal((each) => shownText(each).includes("Copy the token now."));
  const [secret = ""] = /qmt_\w+_[\w-]{43}/.exec(shownText(view)) ?? [];
  await using client = await program(app.url, secret, "2026");
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  await ada.close();
  expect(shownText(await answerTo(ada, "/db admin tokens", "Build server"))).toContain(
    "*Build server* reads and proposes",
  );
});

test("a sentence opens the form with the name in it, and makes no token", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db make a token called kiosk");
  const form = await ada.waitForModal(isForm);
  expect(JSON.stringify(form)).toContain("kiosk");
  await ada.close();
  await ada.command("databases", "/db admin tokens");
  expect(shownText(await ada.waitForMessage("databases", "AI assistants"))).not.toContain("kiosk");
});

test("a name that is taken, or no name at all, is refused at its field, and the input stays", async () => {
  const { ada } = environment;
  await newToken(ada, "phone", "read");
  await ada.command("databases", "/db admin tokens create PHONE");
  await ada.waitForModal(isForm);
  expect(await ada.submit()).toMatchObject({ errors: expect.anything() });
  await ada.fill("name", "<!channel>");
  expect(JSON.stringify(await ada.submit())).toContain("A token's name has at most 40");
  await ada.fill("name", "phone 2");
  await ada.submit();
  await ada.waitForModal((each) => shownText(each).includes("Copy the token now."));
});

test("an eleventh token is refused before the form opens", async () => {
  const { redisUrl, slack } = environment;
  await using sam = person(slack, "Sam Rivera");
  const redis = new Redis(redisUrl);
  for (let number = 1; number <= 10; number += 1)
    await putToken(createStore(redis), slack.teamId, sam.id, { name: `many ${number}` });
  redis.disconnect();
  await answerTo(sam, "/db admin tokens create another", "You have 10 tokens");
  expect(await sam.modal()).toBeUndefined();
});

test("where programs may only read, the form offers nothing else", async () => {
  const { ada, slack, app } = environment;
  await using reading = await startAppHere({ ...environment.environment, MCP_READ_ONLY: "on" });
  slack.setAppUrl(reading.url);
  await ada.command("databases", "/db admin tokens create");
  const form = await ada.waitForModal(isForm);
  slack.setAppUrl(app.url);
  expect(JSON.stringify(form)).not.toContain("propose changes");
});
