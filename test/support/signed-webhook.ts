import { Webhook } from "standardwebhooks";
import { alertBody, secret } from "./hook-authenticator.ts";

interface Signed {
  by?: string | undefined;
  atMs?: number;
  id?: string;
  content?: string;
  names?: "webhook" | "svix";
}

/** The headers of a webhook signed now. The package reads the process's own clock. */
export function signed({
  by = secret,
  atMs = Date.now(),
  id = "m1",
  content = alertBody,
  names = "webhook",
}: Signed = {}) {
  const signature = new Webhook(by).sign(id, new Date(atMs), content);
  const seconds = String(Math.floor(atMs / 1_000));
  return { [`${names}-id`]: id, [`${names}-timestamp`]: seconds, [`${names}-signature`]: signature };
}
