/** One process until its death. */
export interface Process {
  /** False once it is dead. */
  chance(): boolean;
  ended: Promise<void>;
}

/** Starts a process that may die at each outside call. */
export function startProcess(dies: () => boolean, onDeath: () => void = () => {}): Process {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let isAlive = true;
  return {
    ended,
    chance() {
      if (isAlive && dies()) {
        isAlive = false;
        onDeath();
        resolve();
      }
      return isAlive;
    },
  };
}

/** A part as one process uses it. The process may die before and after each call, and then gets no answer. */
export function inProcess<Part extends object>(part: Part, process: Process): Part {
  const untilDeath = async () => process.chance() || new Promise<never>(() => {});
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...given: unknown[]): Promise<unknown> => {
        await untilDeath();
        const answer: unknown = await Reflect.apply(value, target, given);
        await untilDeath();
        return answer;
      };
    },
  });
}
