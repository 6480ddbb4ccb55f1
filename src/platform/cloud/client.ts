import { randomUUID } from "node:crypto";
import { type CallContext, type CallOptions, send } from "./call.ts";
import { type Tracing, noTracing } from "../../lib/tracing/tracing.ts";
import { assertServed, operationLabel } from "./connection.ts";
import { readResult } from "./transport/envelope.ts";
import { type CallLimits, cloudAgent, defaultCallLimits } from "./transport/exchange.ts";
import type { Operation, OperationInput, OperationResult } from "./operation.ts";
import { outgoing } from "./transport/outgoing.ts";

export type { CloudLog, Departure } from "./call.ts";
export type { CloudCredentials } from "./connection.ts";

type Usual = "random" | "now" | "monotonicMs" | "dispatcher";

/**
 * The parts of a client. It does not close a `dispatcher` that it is given, in place of connections of its own, and
 * such a one has its own limits.
 */
export interface CloudClientOptions
  extends Omit<CallContext, Usual | "limits">, Partial<Pick<CallContext, Usual>> {
  /** Makes the id of each call. */
  newId?: () => string;
  limits?: Partial<CallLimits>;
  tracing?: Tracing | undefined;
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
  const { newId = randomUUID, tracing = noTracing } = options;
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
      return tracing.span("cloud.call", { "qm.operation": operationLabel(operation) }, async () => {
        const { answer, failureContext } = await send(context, request, callOptions);
        return readResult(operation, answer, failureContext);
      });
    },
    async close() {
      if (dispatcher !== options.dispatcher) await dispatcher.close();
    },
  };
}
