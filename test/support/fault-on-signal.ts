import process from "node:process";

// Loaded into the product's process with --import: raises a failure that nothing catches, when a test asks for it.
process.on("SIGUSR2", () => {
  const fault = new Error("made up for a test");
  if (process.env["TEST_FAULT"] === "uncaughtException") throw fault;
  void Promise.reject(fault);
});
