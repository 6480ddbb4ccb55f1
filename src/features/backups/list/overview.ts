import type { KnownService } from "../../connections/index.ts";
import { compareNames } from "../../../lib/names.ts";
import type { KnownBlock } from "@slack/types";
import { judgeBackups } from "../judgement/judge.ts";
import { formatJudgement } from "../judgement/format.ts";
import * as texts from "../texts.ts";
import type { OverviewGroup } from "../texts.ts";
import type { BackupsOf } from "./read-each.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { allFit } from "../../../platform/blocks/fit.ts";
import { context, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";

/** The later services have no button: many fit into one message. */
const withButton = 20;
// A message's text has at most 4,000 characters; the rest is for the other lines.
const plainLength = 3_600;

/** A service's backups, or the error of reading them, and when its first one is due. */
export type OverviewFacts = BackupsOf<KnownService> & { firstDueAt?: Date | undefined };

/** A line for each service with its status in front, the worst first. */
export function overviewReply(all: readonly OverviewFacts[], now: Date): Reply {
  if (all.length === 0) return say(texts.noServices);
  const lines = linesOf(all, now);
  const headline = texts.overviewHeadline(lines.length, groupsOf(lines));
  const hint = context(texts.overviewHint);
  const buttoned = lines.slice(0, withButton).map((line) => ({
    ...section(line.text),
    accessory: commandButton(texts.labels.backups, {
      call: "backups_list",
      args: { service: line.serviceId },
    }),
  }));
  const head = [section(headline), ...buttoned];
  return reply([headline, ...fitting(lines, plainLength)].join("\n"), [
    ...head,
    ...theOthers(lines.slice(withButton), [...head, hint]),
    hint,
  ]);
}

/** The services in the order of the overview: the worst first. */
export function inOrder(all: readonly OverviewFacts[], now: Date): OverviewFacts[] {
  return linesOf(all, now).map(({ facts }) => facts);
}

function linesOf(all: readonly OverviewFacts[], now: Date): Line[] {
  return all.map((each) => lineOf(each, now)).sort(worstFirst);
}

/** The progress while the services are read. */
export function readingReply(done: number, of: number): Reply {
  return say(texts.reading(done, of));
}

interface Line {
  facts: OverviewFacts;
  group: OverviewGroup;
  /** Sorts broken services: the longest ago comes first. */
  lastGoodAgoMs: number;
  name: string;
  serviceId: string;
  text: string;
}

/** The worst first. */
const groups: readonly OverviewGroup[] = ["broken", "warned", "unread", "due", "fine"];

function lineOf(each: OverviewFacts, now: Date): Line {
  const { name, serviceId } = each.service;
  if ("error" in each) {
    const text = `${texts.statusLine(texts.unknownStatus, name)}\n${explain(each.error)}`;
    return { facts: each, group: "unread", lastGoodAgoMs: 0, name, serviceId, text };
  }
  const unread = each.unreadable?.length ?? 0;
  // An unreadable backup may be the first one.
  const judgement = judgeBackups(each.backups, now, unread === 0 ? each.firstDueAt : undefined);
  const said = [
    formatJudgement(judgement, { short: true }),
    ...(unread === 0 ? [] : [texts.unreadBackups(unread)]),
  ];
  return {
    facts: each,
    group: judgement.health,
    lastGoodAgoMs: judgement.lastGoodAgoMs ?? Infinity,
    name,
    serviceId,
    text: `${texts.statusLine(texts.statusOf(judgement), name)}\n${said.join(" ")}`,
  };
}

function worstFirst(a: Line, b: Line): number {
  if (a.group !== b.group) return groups.indexOf(a.group) - groups.indexOf(b.group);
  const longer = a.group === "broken" && a.lastGoodAgoMs !== b.lastGoodAgoMs;
  return longer ? b.lastGoodAgoMs - a.lastGoodAgoMs : compareNames(a.name, b.name);
}

function groupsOf(lines: readonly Line[]): [number, OverviewGroup][] {
  return groups.map((group) => [lines.filter((line) => line.group === group).length, group]);
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
  const tooMany = lines.findIndex(({ text }) => (length += text.length + 1) > maxLength);
  return cut(lines, tooMany === -1 ? lines.length : tooMany);
}

function cut(lines: readonly Line[], count: number): string[] {
  const leftOut = lines.length - count;
  const shown = lines.slice(0, count).map(({ text }) => text);
  return leftOut === 0 ? shown : [...shown, texts.moreServices(leftOut)];
}
