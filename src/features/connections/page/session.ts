import { createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { type Doing, recorder } from "../../../platform/audit/recorder.ts";
import type { ConnectionsContext } from "../context.ts";
import type { ContextOf } from "../../../platform/context.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { RateLimits } from "../../../platform/redis/rate-limits.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { Candidate } from "../probe/candidate.ts";
import { withoutSecrets } from "./form.ts";
import { connectDraftPurpose } from "./links.ts";
import { type Page, pageResponse } from "../../../platform/http/page.ts";
import { gonePage, notice, othersPage, perhapsOursPage, usedPage } from "./other-pages.ts";
import { hashText, isEqualInConstantTime } from "../../../lib/hash.ts";
import * as texts from "./texts.ts";

/** A person at the page, through their own link. */
export interface Visit {
  /** The link's path, for forms and redirects. */
  address: string;
  tokenHash: string;
  link: NonNullable<Awaited<ReturnType<ConnectionsContext["connectLinks"]["find"]>>>;
  /** Known to this browser only. */
  session: string;
  context: ConnectionsContext;
}

const cookieName = "qm-connect";

/**
 * The visit of an admin through the link, in the browser that opened it first. A page for anyone else, and for a link that
 * was used, or wasn't if it is for what comes afterwards.
 */
export async function enter(
  http: Context,
  contextOf: ContextOf<ConnectionsContext>,
  rateLimits: RateLimits,
  isAfterwards = false,
): Promise<Visit | Response> {
  const visit = await findVisit(http, contextOf);
  if ("page" in visit) return pageResponse(http, visit.page);
  const { context, link } = visit;
  // A form asks other servers, and is recorded.
  const kind = http.req.method === "GET" ? "quick" : "usual";
  await rateLimits.take({ workspaceId: context.workspaceId, userId: link.userId }, kind);
  if (link.usedFor !== undefined && !isAfterwards) return pageResponse(http, usedPage(link.usedFor));
  if (link.usedFor === undefined && isAfterwards) return pageResponse(http, gonePage);
  try {
    // Asks Slack again before anything is changed.
    await context.access.demand({ userId: link.userId }, "admin", { fresh: http.req.method !== "GET" });
  } catch (error) {
    if (!isAppError(error, "forbidden")) throw error;
    const outcome = { result: "refused", detail: texts.notAllowedReason } as const;
    if (http.req.method !== "GET") await recorder(doingOf(visit), context).notDone(outcome);
    return pageResponse(http, notice(texts.notAllowed, error.message, 403));
  }
  return visit;
}

/** The visit's purpose as the audit log names it. */
export function doingOf({ link: { userId, purpose } }: Pick<Visit, "link">): Doing {
  return { userId, action: purpose.kind === "new" ? "connection.create" : "connection.rotate" };
}

async function findVisit(
  http: Context,
  contextOf: ContextOf<ConnectionsContext>,
): Promise<Visit | { page: Page }> {
  const { workspaceId = "", token = "" } = http.req.param();
  if (!/^[A-Z0-9]{1,30}$/.test(workspaceId) || !/^[\w-]{43}$/.test(token)) return { page: gonePage };
  const context = contextOf(workspaceId);
  const tokenHash = hashText(token);
  const link = await context.connectLinks.find(tokenHash);
  if (!link || Date.parse(link.expiresAt) <= context.now().getTime()) return { page: gonePage };
  const { pathname: address } = new URL(`${context.publicUrl}/connect/${workspaceId}/${token}`);
  const session = getCookie(http, cookieName) ?? "";
  const visit = { address, tokenHash, link, session, context };
  if (link.browser === undefined && isOpening(http)) return openFirst(http, visit);
  if (link.browser === hashText(session)) return visit;
  // A browser sends no strict cookie with a link from another site, but with one of ours.
  const isFresh = http.req.method === "GET" && http.req.query("again") === undefined;
  return { page: isFresh ? perhapsOursPage(address) : othersPage };
}

/** False for programs that prefetch, because they would use up the link. */
function isOpening({ req }: Context): boolean {
  const purpose = req.header("sec-purpose") ?? req.header("purpose") ?? "";
  return req.method === "GET" && !purpose.includes("prefetch");
}

/** Binds the link to this browser, with a session cookie that only our pages send back. */
async function openFirst(http: Context, visit: Visit): Promise<Visit | { page: Page }> {
  const { context, tokenHash, address } = visit;
  const session = randomBytes(32).toString("base64url");
  const browser = hashText(session);
  const holder = await context.connectLinks.open(tokenHash, browser);
  if (holder === undefined) return { page: gonePage };
  if (holder !== browser) return { page: othersPage };
  setCookie(http, cookieName, session, {
    httpOnly: true,
    sameSite: "Strict",
    secure: context.publicUrl.startsWith("https:"),
    path: address,
    maxAge: Math.ceil((Date.parse(visit.link.expiresAt) - context.now().getTime()) / 1_000),
  });
  return { ...visit, session };
}

/** The forms of the pages, by the end of the address that they post to. */
type PageForm = "test" | "save" | "add";

/** The token of a visit's form, so no other site can send it. */
export function csrfOf({ session, tokenHash }: Visit, form: PageForm): string {
  return createHmac("sha256", session).update(`${form} ${tokenHash}`).digest("base64url");
}

/** True if a form came from our page in this visit. */
export function isOurs(http: Context, visit: Visit, form: PageForm, given: unknown): boolean {
  const site = http.req.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin") return false;
  return isEqualInConstantTime(csrfOf(visit, form), String(given));
}

/** Tested values that wait to be saved. */
const Draft = z.object({ candidate: Candidate, values: z.record(z.string(), z.unknown()) });
type Draft = z.infer<typeof Draft>;

/** Keeps tested values, sealed, until they are saved or the link expires. */
export async function keepDraft({ context, tokenHash }: Visit, draft: Draft): Promise<void> {
  const { candidate, values } = draft;
  const text = JSON.stringify({ candidate, values: withoutSecrets(values) });
  await context.connectLinks.keepDraft(tokenHash, context.sealer.seal(text, connectDraftPurpose(tokenHash)));
}

/** The values of this visit. Undefined if there are none. */
export function draftOf({ context, tokenHash, link }: Visit): Draft | undefined {
  if (link.draft === undefined) return undefined;
  const text = context.sealer.open(link.draft, connectDraftPurpose(tokenHash));
  return readRecord(Draft, text, "a connect link's draft");
}
