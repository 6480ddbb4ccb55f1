/** Makes something once for each id, and keeps it as long as the process lives: for ids of which there are few. */
export function keptForEach<Made>(make: (id: string) => Made): (id: string) => Made {
  const made = new Map<string, Made>();
  return (id) => {
    const known = made.get(id);
    if (known !== undefined) return known;
    const next = make(id);
    made.set(id, next);
    return next;
  };
}
