import { headline } from "../message/headline.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { turnButton } from "../../../platform/blocks/command-button.ts";
import { codeBlock } from "../../../platform/blocks/escape.ts";
import { placeInMrkdwn } from "../../../platform/blocks/place.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { traceLength } from "../../../platform/jobs/outbox/trace.ts";
import { traceLines } from "./trace-lines.ts";

const linesInBlock = 20;
const linesOnPage = 2 * linesInBlock;

/** Every step that an incident took from its sender to Slack, the latest page first. */
export async function traceIncident(words: string, context: AlertsContext): Promise<Reply> {
  const [id = "", page = "1", ...more] = words.split(/\s+/);
  if (id === "" || more.length > 0 || !/^[1-9]\d{0,3}$/.test(page)) throw new AppError("user", usage);
  const [about, trace] = await Promise.all([whatItIs(id, context), context.incidents.trace(id)]);
  if (!about)
    throw new AppError("missing", `There is no alert “${id}” here; they are kept for 30 days. ${where}`);
  return traceReply(id, about, traceLines(trace), Number(page));
}

const where = "An alert's id stands at the end of its details; `/db alerts` lists those that are open.";
const usage = `Say of which alert, by its id, as in \`/db alerts trace 0f8c\`. ${where}`;

async function whatItIs(
  id: string,
  { incidents, storms }: Pick<AlertsContext, "incidents" | "storms">,
): Promise<string | undefined> {
  const incident = await incidents.find(id);
  if (incident) return `${headline(incident)}, ${placeInMrkdwn(incident)}`;
  const digest = await storms.digest(id);
  return digest && `*The digest of a storm*, ${placeInMrkdwn(digest)}`;
}

function traceReply(id: string, about: string, lines: readonly string[], wanted: number): Reply {
  const pages = Math.max(1, Math.ceil(lines.length / linesOnPage));
  const page = Math.min(wanted, pages);
  const end = lines.length - (page - 1) * linesOnPage;
  const shown = lines.slice(Math.max(0, end - linesOnPage), end);
  const blocks = [shown.slice(0, linesInBlock), shown.slice(linesInBlock)].filter(({ length }) => length > 0);
  const turns = [
    ...(page < pages ? [turnButton("Earlier", `alerts trace ${id} ${page + 1}`)] : []),
    ...(page > 1 ? [turnButton("Later", `alerts trace ${id} ${page - 1}`)] : []),
  ];
  const hint = `The latest ${traceLength} steps are kept. Times are by my own clock.`;
  return reply(`${about}\n${codeBlock(shown.join("\n"))}`, [
    section(about),
    ...(blocks.length === 0 ? [section("Nothing is kept of its way here.")] : []),
    ...blocks.map((block) => section(codeBlock(block.join("\n")))),
    ...(turns.length > 0 ? [actions(turns)] : []),
    smallPrint(hint),
  ]);
}
