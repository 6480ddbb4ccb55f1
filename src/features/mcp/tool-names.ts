/** The tool that proposes any change, and the one that says what became of a proposal. */
export const proposeName = "propose_command";
export const statusName = "offer_status";
