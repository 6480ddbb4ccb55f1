import { expect, test } from "vitest";
import { useTestEnvironment } from "../../support/environment.ts";
import { person } from "../../support/slack-person.ts";

const environment = useTestEnvironment({ environment: () => ({ PERSON_REQUESTS_PER_MINUTE: "3" }) });
const tooMuch = /You've made too many requests in a minute\. Try again in \d\d? s\./;

test("only the person who asks too often reads when to try again, after a command and in a form", async () => {
  const { ada, slack } = environment;
  await ada.command("databases", "/db create");
  await ada.waitForModal(({ submit }) => submit !== undefined);
  await ada.fill("name", "orders");
  await ada.fill("region", "eu-west-1");
  await ada.command("databases", "/db presets");
  await ada.waitForMessage("databases", "preset");
  await ada.command("databases", "/db budget");
  await ada.waitForMessage("databases", "budget");

  const late = await ada.submit();
  expect(Object.values(late.errors ?? {})[0]).toMatch(tooMuch);
  await ada.command("databases", "/db presets");
  await ada.waitForMessage("databases", tooMuch);

  await using sam = person(slack, "Sam Rivera");
  await sam.command("databases", "/db presets");
  await sam.waitForMessage("databases", "preset");
});
