import { Redis, type RedisOptions } from "ioredis";

type Definition = Parameters<Redis["defineCommand"]>[1];

/** A script as commands. They run on the connection that they are called on, so they fit every connection. */
interface Made {
  definition: Definition;
  commands: object;
  scriptsSet: object;
}

/** By name. */
const made = new Map<string, Made>();

/**
 * A connection to Redis that makes a library's script into commands once for all connections. BullMQ has 60 scripts, and
 * defines all of them on each of its connections. Each worker has one. That would be a tenth of a start.
 */
export class SharedScriptsRedis extends Redis {
  constructor(options: RedisOptions) {
    // The default, which the types of all commands are for.
    super({ ...options, replyMapping: "legacy" });
  }

  override defineCommand(name: string, definition: Definition): void {
    const known = made.get(name);
    if (known && isSame(known.definition, definition)) {
      Object.assign(this, known.commands);
      Object.assign(this.scriptsSet, known.scriptsSet);
      return;
    }
    super.defineCommand(name, definition);
    made.set(name, {
      definition,
      commands: pick(this, [name, `${name}Buffer`]),
      scriptsSet: pick(this.scriptsSet, [name]),
    });
  }

  override duplicate(override?: Partial<RedisOptions>): Redis {
    return new SharedScriptsRedis({ ...this.options, ...override });
  }
}

function isSame(one: Definition, other: Definition): boolean {
  return one.lua === other.lua && one.numberOfKeys === other.numberOfKeys && one.readOnly === other.readOnly;
}

function pick(from: object, names: readonly string[]): object {
  return Object.fromEntries(names.map((name): [string, unknown] => [name, Reflect.get(from, name)]));
}
