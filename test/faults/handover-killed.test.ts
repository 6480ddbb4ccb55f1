import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SealingKeys, createSealer } from "../../src/platform/secrets/seal.ts";
import { sealedPurpose } from "../../src/platform/secrets/records.ts";
import { minuteMs } from "../../src/lib/duration.ts";
import { startPagerDuty, type PagerDuty, type Paged } from "../support/pager-duty.ts";
import { until } from "../support/until.ts";
import { type AlertEnvironment, at, startAlertEnvironment } from "./alert-environment.ts";

const encryptionKeys = `test:${randomBytes(32).toString("base64")}`;
let pagerDuty: PagerDuty;
let environment: AlertEnvironment;

beforeAll(async () => {
  pagerDuty = await startPagerDuty();
  environment = await startAlertEnvironment({
    channels: ["alerts"],
    replicas: 1,
    environment: { PAGERDUTY_EVENTS_URL: pagerDuty.url, ENCRYPTION_KEYS: encryptionKeys },
  });
  const sealer = createSealer(SealingKeys.parse(encryptionKeys)).forWorkspace(environment.slack.teamId);
  const fields = JSON.stringify({ key: pagerDuty.routingKey });
  await environment.kept.sealedSecrets.save("handover", sealer.seal(fields, sealedPurpose("handover")));
  await environment.kept.hooks.change(hook().id, (present) => ({
    ...present,
    escalation: { groupId: "S0ONCALL01", afterMinutes: 5 },
    handover: {
      kind: "pagerduty",
      keyRef: "sealed:handover#key",
      host: "127.0.0.1",
      userId: "U0ADAPARK1",
      at: new Date().toISOString(),
    },
  }));
});
afterAll(async () => {
  await environment[Symbol.asyncDispose]();
  await pagerDuty[Symbol.asyncDispose]();
});

function hook() {
  return at(environment.hooks, 0).hook;
}

async function post(title: string, state: "ALERT" | "OK"): Promise<void> {
  const response = await fetch(`${environment.address(0)}/hooks/${hook().id}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${at(environment.hooks, 0).secret}`,
    },
    body: JSON.stringify({ eventId: title, state, title, body: "Round" }),
  });
  expect(response.status).toBe(202);
}

async function killAndStart(): Promise<void> {
  await environment.kill(0);
  await environment.start(0);
}

/** The id of the one open incident. */
async function incidentId(): Promise<string> {
  let id: string | undefined;
  await until(async () => ([id] = await environment.kept.incidents.open(hook().id))[0] !== undefined);
  return id ?? "";
}

/** Kills the process once, while it waits for the answer about this action, which was carried out. */
function killWhileTelling(action: string): () => Promise<void> {
  const killed = Promise.withResolvers<void>();
  pagerDuty.onTold = async (told) => {
    if (told !== action) return;
    pagerDuty.onTold = () => undefined;
    await environment.kill(0);
    killed.resolve();
  };
  return async () => {
    await killed.promise;
    await environment.start(0);
  };
}

async function killOnce(holds: (id: string) => Promise<boolean>, id: string): Promise<void> {
  await until(() => holds(id));
  await killAndStart();
}

type Moment = (id: string) => () => Promise<void>;

const told = (id: string) => environment.kept.handovers.progress(id);
const moments: [when: string, moment: Moment][] = [
  ["before it is due", (id) => () => killOnce(async () => true, id)],
  [
    "when it is marked and not told",
    (id) => () =>
      killOnce(
        async () =>
          (await told(id)).told !== undefined || (await environment.kept.handovers.due()).includes(id),
        id,
      ),
  ],
  ["while PagerDuty answers", () => killWhileTelling("trigger")],
  [
    "right after PagerDuty took it",
    (id) => () => killOnce(async () => (await told(id)).told === "triggered", id),
  ],
];

test.each(moments)(
  "if the process is killed %s, there is one page, and its end arrives",
  async (when, moment) => {
    const title = `Checkout ${moments.findIndex(([each]) => each === when)}`;
    await post(title, "ALERT");
    const id = await incidentId();
    const dies = moment(id);
    environment.clock.moveTo(new Date(environment.clock.now().getTime() + 6 * minuteMs));
    await dies();
    await until(async () => pagerDuty.incidents.get(id)?.status === "triggered");
    const diesAgain = killWhileTelling("resolve");
    await post(title, "OK");
    await diesAgain();
    await until(async () => (await told(id)).told === "resolved");
    const paged: Paged | undefined = pagerDuty.incidents.get(id);
    expect(paged).toMatchObject({ pages: 1, status: "resolved" });
    process.stdout.write(`${when}: told ${paged?.told.join(", ")}; pages ${paged?.pages}\n`);
    expect(environment.output()).not.toContain(pagerDuty.routingKey);
  },
);
