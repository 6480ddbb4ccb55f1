import { beforeEach, expect, test } from "vitest";
import { placedElements, type SeenMessage, blocksOf, shownText } from "@quartermaster/local-slack/person";
import { answerTo } from "../../support/answer-to.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { call, newToken, program } from "../../support/program.ts";
import { until } from "../../support/until.ts";

const environment = useTestEnvironment({
  environment: () => ({ MCP: "on", CLOUD_SETTLE_SECONDS: "2" }),
});

let token = "";
beforeEach(async () => {
  if (token !== "") return;
  token = await newToken(environment.ada, "outcomes", "propose");
  for (const { id, name } of environment.organization.services)
    await answerTo(environment.ada, `/db services add ${id} ${name}`, `Added *${name}*`);
});

interface Proposed {
  message: SeenMessage;
  /** What the program hears of it now. */
  status: () => Promise<Record<string, unknown>>;
}

/** Proposes a command, and waits for its message. */
async function proposed(command: string, service: string): Promise<Proposed> {
  const { ada, app } = environment;
  const before = new Set((await ada.messages("direct")).map(({ ts }) => ts));
  await using client = await program(app.url, token, "2026");
  const { data } = await call(client, "propose_command", { command, arguments: { service } });
  const message = await ada.waitForMessage("direct", ({ ts }) => !before.has(ts));
  const status = async () => {
    await using asking = await program(app.url, token, "2026");
    return (await call(asking, "offer_status", { offer: data["offer"] })).data;
  };
  return { message, status };
}

/** What it says at the end. Until then it may only say that it runs. */
async function outcomeOf({ status }: Proposed): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown>[] = [];
  await until(async () => {
    seen.push(await status());
    return seen.at(-1)?.["state"] !== "running";
  });
  return seen.at(-1) ?? {};
}

/** Approves a stop, and presses the button of the question that follows. */
async function stopped(service: string): Promise<Proposed> {
  const { ada } = environment;
  const offer = await proposed("services_stop", service);
  await ada.click(offer.message, "offer-approve");
  const question = await ada.waitForMessage("direct", `Stop *${service}*?`);
  expect((await offer.status())["state"]).toBe("asking");
  const yes = placedElements(blocksOf(question)).find(({ actionId }) => actionId.startsWith("run:sure:"));
  await ada.click(question, yes?.actionId ?? "");
  await until(async () => (await offer.status())["state"] !== "asking");
  return offer;
}

test("what its person agrees to after a question is running, and then done", async () => {
  expect(await outcomeOf(await stopped("web analytics"))).toMatchObject({
    state: "done",
    message: "It was approved, and it was done.",
  });
});

test.each([
  ["for the change", "changeServiceState"],
  ["when the service is read", "getService"],
])("if the cloud answers 500 %s, an approved start failed, with the reason", async (_, operation) => {
  const { ada } = environment;
  const fault = { kind: "status", status: 500, body: { error: "The disk is broken." } };
  await environment.faults({ ...fault, match: { operation } });
  const offer = await proposed("services_start", "web analytics");
  await ada.click(offer.message, "offer-approve");
  await until(async () => (await offer.status())["state"] !== "waiting");
  expect(await outcomeOf(offer)).toMatchObject({ state: "failed", reason: expect.stringContaining("500") });
});

test("a form that its person opened and submitted is done once its work is", async () => {
  const { ada } = environment;
  const offer = await proposed("services_delete", "web analytics");
  await ada.click(offer.message, "offer-open");
  await ada.waitForModal((view) => shownText(view).includes("Last good backup"));
  expect((await offer.status())["state"]).toBe("opened");
  await ada.fill("typedName", "web analytics");
  await ada.submit();
  await until(async () => (await offer.status())["state"] !== "opened");
  expect((await outcomeOf(offer))["state"]).toBe("done");
  expect(await environment.received("DELETE")).toHaveLength(1);
  await ada.close();
});
