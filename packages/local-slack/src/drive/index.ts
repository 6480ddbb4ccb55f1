export { carriedValues, initialValues } from "../element-state.ts";
export { type PlacedElement, placedElements } from "../elements.ts";
export { type JsonObject, isJsonObject, jsonObjects, stringOf } from "../json.ts";
export { type BlockData, readBlocks } from "../page/blocks/block-kit.ts";
export { fieldsOf } from "../page/objects/fields.ts";
export type {
  Entity,
  Message,
  ObjectPane,
  Outcome,
  StepOutcome,
  SubmitOutcome,
  View,
  ViewState,
  World,
} from "../protocol.ts";
export { stateOf, stateValue } from "../state-fields.ts";
export { chosenState, elementNamed, offeredOptions } from "./element.ts";
export {
  blocksOf,
  channelNamed,
  fits,
  type MessageMatch,
  seenMessages,
  shownText,
  type SeenMessage,
} from "./message.ts";
export { person, type SlackPerson } from "./person.ts";
