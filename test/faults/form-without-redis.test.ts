import { afterAll, afterEach, expect, test } from "vitest";
import type { View } from "@quartermaster/local-slack/person";
import { isEstimated, openFilled, skipToReview, titled } from "../support/create-walk.ts";
import { fieldsIn, goOn, goTo, isOffer, valueIn } from "../support/form-view.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { untilKept } from "../support/kept-draft.ts";
import { lastCreate } from "../support/reference-server.ts";
import { shownText } from "../support/slack-person.ts";
import { type TcpProxy, startTcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";

let proxy: TcpProxy;

// Registered before the environment's own hook, so it runs after that. The app ends sooner with Redis.
afterAll(() => proxy.close());
const environment = useTestEnvironment({
  ownProcess: true,
  async environment({ redisUrl }) {
    proxy = await startTcpProxy(Number(new URL(redisUrl).port));
    return { REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
  },
});
afterEach(mend);

async function ready(status: number): Promise<void> {
  await until(async () => (await fetch(`${environment.app.url}/readyz`)).status === status);
}

async function cut(): Promise<void> {
  proxy.cut();
  await ready(503);
}

async function mend(): Promise<void> {
  proxy.mend();
  await ready(200);
}

const trouble = "can't reach its own storage";
const isTold = (view: View) => shownText(view).includes(trouble);

/** Ada's form with a saved name and region. */
async function openKept(name: string): Promise<void> {
  const { id } = environment.organization.services[0] ?? {};
  await environment.ada.command("databases", `/db services add ${id} orders prod`);
  await environment.ada.waitForMessage("databases", "Added *orders prod*");
  await openFilled(environment.ada, name);
  await untilKept(environment, ({ values }) => values["region"] === "eu-west-1");
}

test("the form reports trouble while a person types without Redis, and all changes count once Redis is back", async () => {
  const { ada } = environment;
  await openKept("typed before");
  const before = fieldsIn(await ada.waitForModal());
  await cut();
  await ada.fill("name", "typed while");
  await ada.waitForModal(isTold);
  await ada.fill("region", "eu-west-2");
  const told = await ada.waitForModal((view) => valueIn(view, "region") === "eu-west-2" && isTold(view));
  expect(shownText(told).split(trouble)).toHaveLength(2);
  expect(fieldsIn(told)).toEqual(before);
  expect(valueIn(told, "name")).toBe("typed while");
  await mend();
  const review = await goTo(ada, "review", 4);
  expect(shownText(review)).not.toContain(trouble);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toMatchObject({ name: "typed while", region: "eu-west-2" });
});

test("Next stays at its step and says so while Redis is away, and works again once Redis is back", async () => {
  const { ada } = environment;
  await openKept("next");
  await goOn(ada, 2);
  await ada.fill("numReplicas", "9");
  await cut();
  const { errors = {} } = await ada.submit();
  expect(errors["numReplicas"]).toContain(trouble);
  expect(shownText(await ada.waitForModal())).toContain("Step 2 of 4");
  await mend();
  await goOn(ada, 3);
  expect(valueIn(await goTo(ada, "size", 2), "numReplicas")).toBe("9");
});

test("going back from the review while Redis is away fails there, and the review stays unchanged", async () => {
  const { ada } = environment;
  await openKept("reviewed");
  const review = await skipToReview(ada);
  await ada.waitForModal(isEstimated);
  await cut();
  await ada.click(review, "form-step:access");
  const told = await ada.waitForModal(isTold);
  expect(shownText(told)).toContain("`reviewed`");
  await mend();
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toMatchObject({ name: "reviewed" });
});

test("a form that is closed while Redis is away is offered with its last saved values", async () => {
  const { ada } = environment;
  await openKept("closed meanwhile");
  await cut();
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create");
  await ada.waitForMessage("databases", trouble);
  await mend();
  await ada.command("databases", "/db create");
  const offer = await ada.waitForModal(isOffer);
  await cut();
  await ada.click(offer, "form-resume");
  await ada.waitForModal(isTold);
  await ada.close();
  await mend();
  await ada.click(await ada.waitForModal(isOffer), "form-resume");
  const form = await ada.waitForModal((view) => shownText(view).includes("Step 1 of 4"));
  expect(valueIn(form, "name")).toBe("closed meanwhile");
});
