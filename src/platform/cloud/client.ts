import { randomUUID } from "node:crypto";
import type { Dispatcher } from "undici";
import { type CallOptions, type CloudLog, type RequestQuota, send } from "./call.ts";
import { assertServed, type CloudConnection, type CloudCredentials } from "./connection.ts";
import { readResult } from "./transport/envelope.ts";
import { type CallLimits, cloudAgent, defaultCallLimits } from "./transport/exchange.ts";
import type { Operation, OperationInput, OperationResult } from "./operation.ts";
import { outgoing } from "./transport/outgoing.ts";

export type { CloudLog, Departure } from "./call.ts";
export type { CloudCredentials } from "./connection.ts";

/** The parts of a client. */
export interface CloudClientOptions {
  connection: CloudConnection;
  /** Called for each call, so that a changed secret counts at once. */
  credentials: () => Promise<CloudCredentials>;
  /** Called once in a call that was refused with 401. The call goes on if these differ. */
  renewedCredentials?: () => Promise<CloudCredentials>;
  requestQuota?: RequestQuota;
  log?: CloudLog;
  random?: () => number;
  /** Unix time in milliseconds. */
  now?: () => number;
  monotonicMs?: () => number;
  /** Makes the id of each call. */
  newId?: () => string;
  /** Connections to use in place of the client's own. The caller closes them and sets their limits. */
  dispatcher?: Dispatcher;
  limits?: Partial<CallLimits>;
}

/** A deployment's API: every operation of the contract through one function. */
export interface CloudClient {
  /**
   * Carries out an operation and returns the content of its envelope. Fails as an AppError that names the operation and
   * holds no secret. `outcomeUnknown` is true if a change may have been made although no answer came.
   */
  call<Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
    options?: CallOptions,
  ): Promise<OperationResult<Op>>;
  /** Waits for the calls under way, then closes the client's own connections. */
  close(): Promise<void>;
}

/** Makes a client for one connection. Many callers can use it at once. */
export function createCloudClient(options: CloudClientOptions): CloudClient {
  const limits = { ...defaultCallLimits, ...options.limits };
  const { newId = randomUUID } = options;
  const dispatcher = options.dispatcher ?? cloudAgent(limits);
  const context = {
    ...options,
    random: options.random ?? Math.random,
    now: options.now ?? Date.now,
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
    dispatcher,
    limits,
  };
  return {
    async call(operation, input, callOptions) {
      assertServed(options.connection, operation);
      const request = outgoing(options.connection, operation, input, newId());
      const { answer, failureContext } = await send(context, request, callOptions);
      return readResult(operation, answer, failureContext);
    },
    async close() {
      if (dispatcher !== options.dispatcher) await dispatcher.close();
    },
  };
}
