/** Makes a poke that is never waited for and never fails: of many for one id, one is under way and one follows it. */
export function coalescedPokes(
  poke: (id: string) => Promise<void>,
  onFailure: (error: unknown, id: string) => void,
): (id: string) => void {
  // The value says whether another one is to follow.
  const underWay = new Map<string, boolean>();

  async function run(id: string): Promise<void> {
    do {
      underWay.set(id, false);
      try {
        await poke(id);
      } catch (error) {
        onFailure(error, id);
      }
    } while (underWay.get(id));
    underWay.delete(id);
  }

  return (id) => {
    if (underWay.has(id)) underWay.set(id, true);
    else void run(id);
  };
}
