import { beforeEach, expect, test } from "vitest";
import {
  changeService,
  getService,
  listServices,
  scaleService,
} from "../../../../src/platform/cloud/services/service.ts";
import { type View, shownText } from "@quartermaster/local-slack/person";
import { clientFor } from "../../../contract/contract-client.ts";
import { control } from "../../../support/asking.ts";
import { useTestEnvironment } from "../../../support/environment.ts";

const environment = useTestEnvironment();

const orders = () => environment.organization.services[0]?.id ?? "";
const analytics = () => environment.organization.services[1]?.id ?? "";

/** Calls the cloud directly, as another person in its console. */
function elsewhere() {
  return clientFor(environment.cloud, environment.organization);
}

function service(id = orders()) {
  return elsewhere().call(getService, { serviceId: id });
}

/** A modal's text without its bold marks. */
function plain(view: View): string {
  return shownText(view).replaceAll("*", "");
}

function modalSaying(words: string): Promise<View> {
  return environment.ada.waitForModal((view) => plain(view).includes(words));
}

async function openChange(): Promise<void> {
  await environment.ada.command("databases", "/db services change orders prod");
  await modalSaying("as it is now");
}

let isKnown = false;
beforeEach(async () => {
  if (isKnown) return;
  isKnown = true;
  const { ada } = environment;
  await ada.command("databases", `/db services add ${orders()} orders prod`);
  await ada.waitForMessage("databases", "Added *orders prod*");
  await ada.command("databases", `/db services add ${analytics()} analytics`);
  await ada.waitForMessage("databases", "Added *analytics*");
});

test("the form has the replicas of the sentence that opened it, and nothing is sent before they are looked at", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db scale orders prod to 5 replicas");
  await modalSaying("as it is now");
  await ada.submit();
  const shown = plain(await modalSaying("What changes in orders prod"));
  expect(shown).toContain("Number of replicas: 3 → 5");
  expect(await environment.received("PATCH")).toEqual([]);
  await ada.close({ cleared: true });
  await ada.command("databases", "/db services change orders prod replicas=500");
  await modalSaying("as it is now");
  expect(JSON.stringify(await ada.submit())).toContain("Number of replicas must be");
  await ada.close({ cleared: true });
});

test("a change shows its difference, sends only that, and is in the audit log with before and after", async () => {
  const { ada } = environment;
  const before = await service();
  await openChange();
  await ada.fill("maxReplicaMemoryGb", "32");
  await ada.fill("ipAccessList", "203.0.113.0/24 office\n198.51.100.7 build");
  await ada.submit();
  const shown = plain(await modalSaying("What changes in orders prod"));
  expect(shown).toContain("Maximum memory per replica: 64 GB → 32 GB");
  expect(shown).toContain("Address added: `198.51.100.7` build");
  expect(shown).not.toContain("Idle");
  expect(shown).toContain("Estimate:");
  await ada.submit();
  await modalSaying("Changed orders prod.");
  expect(
    (await environment.received("PATCH")).map(({ path, body }) => [path.split("/").at(-1), body]),
  ).toEqual([
    [orders(), { ipAccessList: { add: [{ source: "198.51.100.7", description: "build" }] } }],
    ["replicaScaling", { maxReplicaMemoryGb: 32 }],
  ]);
  expect(await service()).toEqual({
    ...before,
    maxReplicaMemoryGb: 32,
    maxTotalMemoryGb: 96,
    ipAccessList: [...(before.ipAccessList ?? []), { source: "198.51.100.7", description: "build" }],
  });
  await ada.close();
  await ada.command("databases", "/db admin audit orders prod");
  const entry = await ada.waitForMessage("databases", "changed the service *orders prod*");
  expect(entry.text).toContain("64");
});

test("if someone else changed it meanwhile, the difference is shown again and nothing is overwritten", async () => {
  const { ada } = environment;
  await openChange();
  await ada.fill("numReplicas", "4");
  await ada.submit();
  await modalSaying("Number of replicas: 3 → 4");
  await elsewhere().call(scaleService, { serviceId: orders(), body: { numReplicas: 5 } });
  const sent = (await environment.received("PATCH")).length;
  await ada.submit();
  const again = await modalSaying("Someone else changed orders prod meanwhile");
  expect(plain(again)).toContain("Number of replicas: 5 → 4");
  expect(await environment.received("PATCH")).toHaveLength(sent);
  await ada.submit();
  await modalSaying("Changed orders prod.");
  expect((await service()).numReplicas).toBe(4);
});

test("a service is stopped after a question, and started again", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db services stop analytics");
  const question = await ada.waitForMessage("databases", "Stop *analytics*?");
  await ada.command("databases", "/db services stop analytics yes");
  await ada.waitForMessage("databases", "*analytics* is stopping.");
  expect(question.text).toContain("running now");
  await expect.poll(() => service(analytics()).then(({ state }) => state)).toBe("stopped");
  await ada.command("databases", "/db services stop analytics");
  await ada.waitForMessage("databases", "*analytics* is stopped already.");
  await ada.command("databases", "/db services start analytics");
  await ada.waitForMessage("databases", "*analytics* is starting.");
});

test("a server without these operations says so, and nothing is lost", async () => {
  const { ada } = environment;
  await control(environment.cloud, "/services", { changes: false });
  await ada.command("databases", "/db services stop analytics yes");
  await ada.waitForMessage("databases", "This server does not offer to stop a service");
  await openChange();
  await ada.fill("numReplicas", "8");
  await ada.submit();
  await modalSaying("4 → 8");
  await ada.submit();
  await modalSaying("This server does not offer to change a service");
  await control(environment.cloud, "/services", { changes: true });
});

test("a service is deleted once its name is typed, with its last good backup shown", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db services delete analytics");
  const form = await modalSaying("Last good backup:");
  expect(plain(form)).toMatch(/Last good backup: .*\d{4}-\d\d-\d\d \d\d:\d\d UTC.*, .+ ago/);
  // It runs, so no backup has all its data.
  expect(plain(form)).toContain("The service ran after it, or may have.");
  await ada.fill("typedName", "analytic");
  expect(JSON.stringify(await ada.submit())).toContain("Type analytics, exactly like that.");
  expect(await elsewhere().call(listServices, {})).toHaveLength(2);
  await ada.fill("typedName", "analytics");
  await ada.submit();
  await modalSaying("Deleted analytics.");
  expect((await elsewhere().call(listServices, {})).map(({ name }) => name)).toEqual(["orders prod"]);
  await ada.close();
  await ada.command("databases", "/db services");
  const list = await ada.waitForMessage("databases", "1 service");
  expect(list.text).not.toContain("analytics");
});

test("another person's addresses stay when only one address is added", async () => {
  await elsewhere().call(changeService, {
    serviceId: orders(),
    body: { ipAccessList: { add: [{ source: "192.0.2.1", description: "theirs" }] } },
  });
  const { ada } = environment;
  await openChange();
  const before = (await service()).ipAccessList ?? [];
  await ada.fill(
    "ipAccessList",
    [...before, { source: "192.0.2.2", description: "mine" }]
      .map(({ source, description }) => `${source} ${description}`)
      .join("\n"),
  );
  await ada.submit();
  await modalSaying("Address added: `192.0.2.2` mine");
  await ada.submit();
  await modalSaying("Changed orders prod.");
  expect((await service()).ipAccessList).toEqual([...before, { source: "192.0.2.2", description: "mine" }]);
});
