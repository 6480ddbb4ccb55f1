import type { Redis, RedisOptions } from "ioredis";
import { SharedScriptsRedis } from "./shared-scripts.ts";

/**
 * A connection that writes all commands of one turn of the event loop to its socket at once. A write for each would cost
 * more than the rest of a short command.
 */
export class BatchingRedis extends SharedScriptsRedis {
  #isGathering = false;

  override sendCommand(...sent: Parameters<Redis["sendCommand"]>): unknown {
    if (!this.#isGathering && this.status === "ready") this.#gather();
    return super.sendCommand(...sent);
  }

  #gather(): void {
    const { stream } = this;
    this.#isGathering = true;
    stream.cork();
    setImmediate(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  override duplicate(override?: Partial<RedisOptions>): Redis {
    return new BatchingRedis({ ...this.options, ...override });
  }
}
