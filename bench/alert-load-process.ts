import process from "node:process";
import { type AlertLoadResult, AlertLoad } from "./alert-load.ts";
import { type AlertSender, connectSender } from "./alert-sender.ts";
import { percentile } from "./percentile.ts";

// A separate process, so making the load does not slow the measured app. Options in, one JSON line out.
const load = AlertLoad.parse(JSON.parse(process.argv[2] ?? ""));
const beganAtMs = Date.now();
const senders = await Promise.all(
  Array.from({ length: load.connections }, () => connectSender(load, beganAtMs)),
);
const timesMs: number[] = [];
const startedAtMs = performance.now();
const endsAtMs = startedAtMs + load.seconds * 1_000;
let sent = 0;

await (load.perSecond === undefined ? postAlways() : postAtRate(load.perSecond));
const tookSeconds = (performance.now() - startedAtMs) / 1_000;
for (const sender of senders) sender.close();

const result: AlertLoadResult = {
  p50Ms: percentile(timesMs, 0.5),
  p99Ms: percentile(timesMs, 0.99),
  perSecond: timesMs.length / tookSeconds,
};
console.log(JSON.stringify(result));

/** Every sender posts the next alert right after its response. */
async function postAlways(): Promise<void> {
  await Promise.all(
    senders.map(async (sender) => {
      while (performance.now() < endsAtMs) await post(sender, performance.now());
    }),
  );
}

/** Posts each alert when it is due, even before earlier responses. An alert's time begins when it is due. */
async function postAtRate(perSecond: number): Promise<void> {
  const idle = [...senders];
  const underWay = new Set<Promise<void>>();
  const due: number[] = [];
  const total = load.seconds * perSecond;
  let scheduled = 0;
  while (scheduled < total || due.length > 0 || underWay.size > 0) {
    const nowMs = performance.now();
    for (; scheduled < total && startedAtMs + (scheduled * 1_000) / perSecond <= nowMs; scheduled += 1)
      due.push(startedAtMs + (scheduled * 1_000) / perSecond);
    while (due.length > 0 && idle.length > 0) begin();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }

  function begin(): void {
    // In turn, because servers close a connection that sends nothing.
    const sender = idle.shift();
    const dueAtMs = due.shift();
    if (!sender || dueAtMs === undefined) return;
    const posting = post(sender, dueAtMs).then(() => {
      idle.push(sender);
      underWay.delete(posting);
      if (due.length > 0) begin();
      return undefined;
    });
    underWay.add(posting);
  }
}

async function post(sender: AlertSender, sinceMs: number): Promise<void> {
  sent += 1;
  const status = await sender.post(sent);
  if (status !== 202) throw new Error(`${load.url} answered ${status}`);
  timesMs.push(performance.now() - sinceMs);
}
