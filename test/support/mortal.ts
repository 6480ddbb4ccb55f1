/** The same part of an app, in which the process may die before or after each call. */
export function mortal<Part extends object>(part: Part, chance: () => void): Part {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...given: unknown[]): Promise<unknown> => {
        chance();
        const answer: unknown = await Reflect.apply(value, target, given);
        chance();
        return answer;
      };
    },
  });
}
