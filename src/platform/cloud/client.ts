import { randomUUID } from "node:crypto";
import { z } from "zod";
import { readExact } from "../../lib/json.ts";
import { type Tracing, noTracing } from "../../lib/tracing/tracing.ts";
import { Numeric, maybe } from "./answer-fields.ts";
import { type CallContext, type CallOptions, send } from "./call.ts";
import { assertServed, fromWire, operationLabel } from "./connection.ts";
import { type FailureContext, unreadable, webPage } from "./failure.ts";
import type { Operation, OperationInput, OperationResult } from "./operation.ts";
import { cloudAgent } from "./transport/agents.ts";
import { type Answer, type CallLimits, defaultCallLimits } from "./transport/exchange.ts";
import { outgoing } from "./transport/outgoing.ts";
import { isHtml, json, requestIdOf } from "./transport/server-text.ts";

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

const Envelope = z.looseObject({
  result: z.unknown().optional(),
  data: z.unknown().optional(),
  meta: maybe(z.looseObject({ total: maybe(Numeric) })),
});

/** The content of a success, without its envelope and in the specification's names. Fails as `upstream`. */
function readResult<Op extends Operation>(
  operation: Op,
  answer: Answer,
  context: FailureContext,
): OperationResult<Op> {
  const requestId = requestIdOf(answer, context.redact);
  const envelope = Envelope.safeParse(
    answer.text.trim() === "" ? {} : json(answer.text, operation.isExact ? readExact : undefined),
  );
  if (!envelope.success && isHtml(answer.text)) throw webPage(requestId, context);
  if (!envelope.success) throw unreadable("The answer is not a JSON object.", requestId, context);
  const { result: content = envelope.data.data } = envelope.data;
  // The answer to a DELETE is often empty. For any other method, an empty answer is not "there are none".
  if (content === undefined && operation.method !== "DELETE") {
    throw unreadable("The answer has no result.", requestId, context);
  }
  const neutral =
    operation.surface === "management" ? fromWire(content, context.connection.wireNames) : content;
  const read = operation.isPage ? { items: neutral, total: envelope.data.meta?.total } : neutral;
  const result = z.safeParse<Op["result"]>(operation.result, read);
  if (!result.success) throw unreadable(z.prettifyError(result.error), requestId, context);
  return result.data;
}
