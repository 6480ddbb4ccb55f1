import { expect, test } from "vitest";
import { answerTo } from "../../support/answer-to.ts";
import { atStep, openFilled, submitFilled, titled } from "../../support/create-walk.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { shownText } from "../../support/slack-person.ts";

const environment = useTestEnvironment();
const createFault = { times: 1, match: { operation: "createService" } };

/** The number of requests to the reference server to create a service of this name. */
async function created(name: string): Promise<number> {
  const response = await fetch(`${environment.cloud.controlUrl}/services`);
  return JSON.stringify(await response.json()).split(`"name":"${name}"`).length - 1;
}

test("when the cloud refuses a create, the form comes back as typed, with the reason", async () => {
  const { ada } = environment;
  const name = "refused 401";
  await environment.faults({ ...createFault, kind: "status", status: 401 });
  await submitFilled(ada, name);
  const form = await ada.waitForModal((view) => shownText(view).includes("Nothing was created."));
  expect(shownText(form)).toContain("refused the key (401)");
  expect(shownText(form)).toContain(`*Name:* \`${name}\``);
  expect(await created(name)).toBe(0);

  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await created(name)).toBe(1);
});

test("an emptied field is still empty when the form comes back", async () => {
  const { ada } = environment;
  await environment.faults({ ...createFault, kind: "status", status: 401 });
  await openFilled(ada, "emptied");
  await ada.submit();
  await ada.waitForModal(atStep("Step 2 of 4"));
  await ada.fill("idleTimeoutMinutes", null);
  await ada.submit();
  await ada.waitForModal(atStep("Step 3 of 4"));
  await ada.submit();
  await ada.waitForModal(atStep("Step 4 of 4"));
  await ada.submit();
  const review = await ada.waitForModal((view) => shownText(view).includes("Nothing was created."));
  await ada.click(review, "form-step:size");
  const form = await ada.waitForModal(atStep("Step 2 of 4"));
  const timeout = form.blocks.find(({ block_id }) => block_id === "idleTimeoutMinutes");
  expect(timeout).toBeDefined();
  expect(JSON.stringify(timeout)).not.toContain("initial_value");
});

test("a created service with an empty password counts as one without a password", async () => {
  const { ada } = environment;
  const service = { id: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10", name: "no secret", state: "running" };
  const body = { status: 200, result: { service, password: "" } };
  await environment.faults({ ...createFault, kind: "status", status: 200, body });
  await submitFilled(ada, "no secret");
  expect(shownText(await ada.waitForModal(titled("Created")))).toContain("The cloud gave no password.");
});

test("the cloud's refusal of a field is shown at that field, with the request id to quote", async () => {
  const { ada } = environment;
  const body = { status: 400, error: "BAD_REQUEST: region: is full today", requestId: "req-77" };
  await environment.faults({ ...createFault, kind: "status", status: 400, body });
  await submitFilled(ada, "refused region");
  const form = await ada.waitForModal((view) => shownText(view).includes("Nothing was created."));
  const after = form.blocks[form.blocks.findIndex(({ block_id }) => block_id === "region.aws") + 1];
  expect(JSON.stringify(after)).toContain("is full today");
  expect(shownText(form)).toContain("Request id: `req-77`");
});

test("if the cloud refuses a read, the reply says what to do", async () => {
  const { ada, organization } = environment;
  await answerTo(ada, `/db services add ${organization.services[0]?.id} read me`, "Added ");
  await environment.faults({ kind: "unserved", match: { operation: "listBackups" } });
  const answer = await answerTo(ada, "/db backups read me", "doesn't support this");
  expect(answer.ephemeral).toBe(true);
});
