import { z } from "zod";

/** Arguments that entries of several features take, and how their command lines have them. */

const name = (what: string) => z.string().trim().min(1).max(100).describe(what);

export const service = name("The service's name or id");
export const hook = name("The alert hook's name");
export const connection = z
  .string()
  .regex(/^\S{1,100}$/, "A connection's name has no spaces.")
  .describe("The connection's name");
export const page = z.int().min(1).max(999_999).describe("The page, counted from 1");
export const number = z.int().min(1).max(9_999).describe("The number in the list, counted from 1");
export const id = z
  .string()
  .regex(/^\S{1,200}$/, "An id has no spaces.")
  .describe("The id");

/** A range of days as people say it. */
export const range = z
  .string()
  .trim()
  .max(100)
  .describe("The days: last week, since 1 October, 2026-11-01 - 2026-11-15. By default the last seven days");

export const channel = z
  .string()
  .regex(/^[CG][A-Z0-9]{2,30}$/, "A channel's id looks like C0123456789.")
  .describe("The id of a Slack channel");
export const person = z
  .string()
  .regex(/^[UW][A-Z0-9]{2,30}$/, "A person's id looks like U0123456789.")
  .describe("The Slack id of a person");
export const group = z
  .string()
  .regex(/^S[A-Z0-9]{2,30}$/, "A user group's id looks like S0123456789.")
  .describe("The Slack id of a user group");

/** Slack's token for a channel. */
export const inChannel = (channelId: string | undefined) => channelId && `<#${channelId}>`;
/** Slack's token for a person. */
export const ofPerson = (userId: string | undefined) => userId && `<@${userId}>`;
/** Slack's token for a user group. */
export const ofGroup = (groupId: string | undefined) => groupId && `<!subteam^${groupId}>`;
