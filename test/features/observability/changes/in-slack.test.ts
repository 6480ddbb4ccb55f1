import { expect, test } from "vitest";
import { type View, shownText } from "@quartermaster/local-slack/person";
import { useTestEnvironment } from "../../../support/environment.ts";
import { type ServersDashboard, observedApi } from "../../../support/observed-api.ts";
import { observedEnvironment } from "../../../support/observed-environment.ts";

const environment = useTestEnvironment({
  environment: (running) => ({ ...observedEnvironment(running), CLOUD_SETTLE_SECONDS: "2" }),
});
const target = "observability";

/** The stand-alone server's API, as another person calls it. */
const api = () => observedApi(environment, "stand-alone");

/** Creates a dashboard with this name. */
const newDashboard = (name: string) => api().create({ name, tiles: [], tags: ["shop"] });

/** Changes a dashboard's tags as another person. */
async function retag({ id, ...body }: ServersDashboard, tags: string[]): Promise<void> {
  await api().update(id, { ...body, tags });
}

function modalSaying(words: string): Promise<View> {
  return environment.ada.waitForModal((view) => shownText(view).includes(words));
}

/** Ada opens the form that renames a dashboard, and types a name. */
async function beginToRename({ id }: ServersDashboard, name: string): Promise<void> {
  await environment.ada.command("databases", `/db dashboards edit ${id} ${target}`);
  await modalSaying("Its tiles stay as they are.");
  await environment.ada.fill("name", name);
}

/** Delays the server's answer, so the modal is closed before the outcome. */
async function submitAndClose(): Promise<void> {
  await environment.faults({ kind: "delay", ms: 3_000, times: 1, match: { method: "GET" } });
  await environment.ada.submit();
  await environment.ada.close();
}

test("another person's change is shown, and a button applies one's own change to it", async () => {
  const { ada } = environment;
  const dashboard = await newDashboard("Checkout");
  await beginToRename(dashboard, "Shop");
  await retag(dashboard, ["theirs"]);
  await ada.submit();
  const asked = await modalSaying("changed since you opened the form");
  expect(shownText(asked)).toContain("Tags `shop` → `theirs`");
  expect(shownText(asked)).toContain("Name `Checkout` → `Shop`");
  await ada.click(asked, "change-make");
  await modalSaying("Saved the dashboard “Checkout” of observability.");
  expect(await api().get(dashboard.id)).toMatchObject({ name: "Shop", tags: ["theirs"] });
});

test("if the modal is closed, the outcome replaces the question", async () => {
  const { ada } = environment;
  const dashboard = await newDashboard("Payments");
  await beginToRename(dashboard, "Money");
  await retag(dashboard, ["theirs"]);
  await submitAndClose();
  const asked = await ada.waitForMessage("databases", "The dashboard “Payments” of observability changed");
  await ada.click(asked, "change-make");
  await ada.waitForMessage("databases", "Saved the dashboard “Payments” of observability.");
  expect((await ada.messages("databases")).filter(({ text }) => text.includes("changed since"))).toEqual([]);
  expect(await api().get(dashboard.id)).toMatchObject({ name: "Money", tags: ["theirs"] });
});

test("a refused change reopens the form with the typed values, even if it was closed", async () => {
  const { ada } = environment;
  const dashboard = await newDashboard("Search");
  const refusal = {
    kind: "status",
    status: 400,
    body: { message: "name: is taken" },
    match: { method: "PUT" },
  };
  await environment.faults({ ...refusal, times: 2 });
  await beginToRename(dashboard, "Taken");
  await ada.submit();
  await modalSaying("wasn't changed.");
  expect(shownText(await modalSaying("name: is taken"))).toContain("Its tiles stay as they are.");
  await submitAndClose();
  const told = await ada.waitForMessage(
    "databases",
    "The dashboard “Search” of observability wasn't changed.",
  );
  await ada.click(told, "form-again");
  await modalSaying("Its tiles stay as they are.");
  await ada.submit();
  await modalSaying("Saved the dashboard “Search”");
  expect(await api().get(dashboard.id)).toMatchObject({ name: "Taken" });
});
