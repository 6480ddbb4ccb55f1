export { type Front, type FrontCall, forward, startFront } from "./front.ts";
export { answerInstall, installIn } from "./oauth/install.ts";
export { buildPage } from "./page-build.ts";
export { team } from "./seed.ts";
export { type LocalSlack, type LocalSlackOptions, startLocalSlack } from "./server.ts";
export { signatureHeaders } from "./to-app/signature.ts";
