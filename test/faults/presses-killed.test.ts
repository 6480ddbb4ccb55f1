import { expect, test } from "vitest";
import { useTestEnvironment } from "../support/environment.ts";
import { until } from "../support/until.ts";

const environment = useTestEnvironment({
  ownProcess: true,
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }),
});

const slowCloud = { kind: "delay", ms: 20_000, times: 1, match: { operation: "getService" } };

/** Kills the app while it works on what was acknowledged, and starts it again. */
async function killed(): Promise<void> {
  await until(async () =>
    (await environment.received("GET")).some((path) => JSON.stringify(path).includes("/services/")),
  );
  await environment.app.end("SIGKILL");
  await fetch(`${environment.cloud.controlUrl}/faults`, { method: "DELETE" });
  await environment.restartApp();
}

async function told(text: string, times: number): Promise<void> {
  const { ada } = environment;
  const count = async () =>
    (await ada.messages("direct")).filter((message) => message.text.includes(text)).length;
  await until(async () => (await count()) === times);
}

test("if the app is killed right after it acknowledged a change, its person hears of it, once for each press", async () => {
  const { ada, organization } = environment;
  const id = organization.services[0]?.id ?? "";
  await ada.command("databases", `/db services add ${id} orders prod`);
  await ada.waitForMessage("databases", "Added *orders prod*");
  await ada.command("databases", "/db services stop orders prod");
  const question = await ada.waitForMessage("databases", "Stop *orders prod*?");
  // Typed.
  await environment.faults(slowCloud);
  await ada.command("databases", "/db services stop orders prod yes");
  await killed();
  await told("I was restarted while I worked on `/db services stop orders prod`", 1);
  // Pressed.
  await environment.faults(slowCloud);
  await ada.click(question, "run:sure:services stop orders prod yes");
  await killed();
  await told("I was restarted while I worked on `/db services stop orders prod`", 2);
  expect(await environment.received("PATCH")).toEqual([]);
}, 300_000);
