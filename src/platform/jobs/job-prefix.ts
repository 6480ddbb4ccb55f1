/** What the keys of all queues begin with; the braces keep them in one slot of a cluster. */
export const jobPrefix = "{qm-jobs}";
