/** The prefix of all queues' keys. The braces keep them in one slot of a cluster. */
export const jobPrefix = "{qm-jobs}";
