import type { KnownService } from "../../connections/index.ts";
import type { KnownBlock } from "@slack/types";
import { type Judgement, judgeBackups } from "../judgement/judge.ts";
import { formatJudgement } from "../judgement/format-judgement.ts";
import { formatSpan } from "../judgement/format.ts";
import type { BackupsOf } from "./read-each.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { allFit } from "../../../platform/blocks/fit.ts";
import { context, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { plural } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";
import { dayMs } from "../../../lib/duration.ts";

/** The later services have no button, so that many fit into one message. */
const withButton = 20;
// A message's text has at most 4,000 characters; the rest is for the other lines.
const plainLength = 3_600;

/** A line for each service, the worst first. */
export function overviewReply(all: readonly BackupsOf<KnownService>[], now: Date): Reply {
  if (all.length === 0)
    return say(
      `No services are known here yet. Create one with \`/db create\`, or add one you have with ${code("/db services add <service id> <name>")}.`,
    );
  const lines = all.map((each) => lineOf(each, now)).sort(worstFirst);
  const headline = `*Backups of ${plural(lines.length, "service")}*, worst first. ${summary(lines)}`;
  const hint = context(`${code("/db backups <service>")} lists the backups of one service.`);
  const buttoned = lines.slice(0, withButton).map((line) => ({
    ...section(line.text),
    accessory: commandButton("Backups", `backups ${line.serviceId}`),
  }));
  const head = [section(headline), ...buttoned];
  return reply([headline, ...fitting(lines, plainLength)].join("\n"), [
    ...head,
    ...theOthers(lines.slice(withButton), [...head, hint]),
    hint,
  ]);
}

/** The progress while the services are read. */
export function readingReply(done: number, of: number): Reply {
  return say(`Reading backups: ${done} of ${plural(of, "service")} so far.`);
}

interface Line {
  rank: number;
  /** Sorts broken services: the longest ago comes first. */
  lastGoodAgoMs: number;
  name: string;
  serviceId: string;
  text: string;
}

const ranks: Record<Judgement["health"], number> = { broken: 0, warned: 1, fine: 2 };
const unreadable = 3;
const tooNew = 4;

/** A service that was added within this time may have no backup yet. */
const firstWithinMs = dayMs;

function lineOf(each: BackupsOf<KnownService>, now: Date): Line {
  const { name, serviceId } = each.service;
  const title = `*${escapeName(name)}*`;
  if ("error" in each) {
    const text = `${title}: cannot be read. ${explain(each.error)}`;
    return { rank: unreadable, lastGoodAgoMs: 0, name, serviceId, text };
  }
  const judgement = judgeBackups(each.backups, now);
  const knownForMs = now.getTime() - Date.parse(each.service.addedAt);
  if (judgement.counts.all === 0 && unreadIn(each.unreadable).length === 0 && knownForMs < firstWithinMs) {
    const text = `${title}: No backups yet. It was added here ${formatSpan(Math.max(0, knownForMs))} ago.`;
    return { rank: tooNew, lastGoodAgoMs: 0, name, serviceId, text };
  }
  return {
    rank: ranks[judgement.health],
    lastGoodAgoMs: judgement.lastGoodAgoMs ?? Infinity,
    name,
    serviceId,
    text: [`${title}: ${formatJudgement(judgement, { short: true })}`, ...unreadIn(each.unreadable)].join(
      " ",
    ),
  };
}

function unreadIn(unreadable: readonly Unreadable[] = []): string[] {
  return unreadable.length === 0 ? [] : [`${plural(unreadable.length, "backup")} could not be read.`];
}

function worstFirst(a: Line, b: Line): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  const longer = a.rank === ranks.broken && a.lastGoodAgoMs !== b.lastGoodAgoMs;
  return longer ? b.lastGoodAgoMs - a.lastGoodAgoMs : a.name.localeCompare(b.name, "en");
}

function summary(lines: readonly Line[]): string {
  const count = (rank: number) => lines.filter((line) => line.rank === rank).length;
  if (count(ranks.fine) === lines.length) return "All are fine.";
  const parts: [number, string][] = [
    [ranks.broken, count(ranks.broken) === 1 ? "needs somebody" : "need somebody"],
    [ranks.warned, "with a warning"],
    [ranks.fine, "fine"],
    [unreadable, "cannot be read"],
    [tooNew, "too new to have one"],
  ];
  const shown = parts.filter(([rank]) => count(rank) > 0).map(([rank, what]) => `${count(rank)} ${what}`);
  return `${shown.join(", ")}.`;
}

/** As many lines as the message holds, and the number of the others. */
function theOthers(lines: readonly Line[], around: readonly KnownBlock[]): KnownBlock[] {
  for (let count = lines.length; count > 0; count -= 1) {
    const blocks = [...packed(cut(lines, count))];
    if (allFit([...around, ...blocks])) return blocks;
  }
  return [];
}

function fitting(lines: readonly Line[], maxLength: number): string[] {
  let length = 0;
  const tooMany = lines.findIndex(({ text }) => (length += text.length + 3) > maxLength);
  return cut(lines, tooMany === -1 ? lines.length : tooMany);
}

function cut(lines: readonly Line[], count: number): string[] {
  const leftOut = lines.length - count;
  const shown = lines.slice(0, count).map(({ text }) => `• ${text}`);
  return leftOut === 0 ? shown : [...shown, `And ${plural(leftOut, "more service")}, not shown here.`];
}
