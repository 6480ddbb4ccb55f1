/** One process, from its begin until it dies. */
export interface Process {
  /** False once it is dead. */
  chance(): boolean;
  ended: Promise<void>;
}

/** A new process; each time that it uses something outside, it may die. */
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

/** A part as one process uses it: it may die before and after each call, and then it never gets an answer. */
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
