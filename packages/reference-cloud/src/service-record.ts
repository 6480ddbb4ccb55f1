import type { ServiceDetails } from "./service-details.ts";

/** A service as it is from one change to the next. */
interface Version {
  /** Its fields in a response, without its state. */
  readonly details: ServiceDetails;
  /** The last command to start or stop it. */
  readonly command?: { readonly name: "start" | "stop"; readonly at: Date };
}

/** A stored service, without its password. */
export interface ServiceRecord extends Version {
  readonly createdAt: Date;
  /** Its initial data in bytes. */
  readonly initialSizeInBytes: number;
  /** What it was before each change, the oldest first. Its costs of those days stay. */
  readonly before?: readonly (Version & { readonly until: Date })[];
  readonly deletedAt?: Date;
}

/** The record after a change. */
export function changed(record: ServiceRecord, change: Partial<Version>, at: Date): ServiceRecord {
  const { details, command, before = [] } = record;
  return { ...record, before: [...before, { details, ...(command && { command }), until: at }], ...change };
}

/** The record as it was at a time. */
export function recordAt(record: ServiceRecord, at: Date): ServiceRecord {
  const then = record.before?.find(({ until }) => at < until);
  if (!then) return record;
  const { command: _later, ...rest } = record;
  return { ...rest, details: then.details, ...(then.command && { command: then.command }) };
}

/**
 * The state of a service: first provisioning, then running. A command to start or stop it takes as long as its
 * provisioning.
 */
export function stateAt({ createdAt, command }: ServiceRecord, now: Date, provisioningMs: number): string {
  const isDone = now.getTime() - (command?.at ?? createdAt).getTime() >= provisioningMs;
  if (!command) return isDone ? "running" : "provisioning";
  if (command.name === "stop") return isDone ? "stopped" : "stopping";
  return isDone ? "running" : "starting";
}

/** A service in a response at a time. */
export function serviceAt(record: ServiceRecord, now: Date, provisioningMs: number) {
  return { ...record.details, state: stateAt(record, now, provisioningMs) };
}
