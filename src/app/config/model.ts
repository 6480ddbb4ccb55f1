import { z } from "zod";
import { baseUrl, secretReference, settingFacts } from "./setting.ts";

/** Settings of a model that reads what people ask. */
export const modelSettings = {
  LLM_URL: baseUrl("https://llm.example.com/v1").optional().register(settingFacts, {
    about:
      "A server that speaks OpenAI's chat form with tools. It reads sentences that the app's own grammar can't read. It sees the sentence, what its person may do and the names that they may see.",
    example: "https://llm.example.com/v1",
    otherwise: "no model",
  }),

  LLM_MODEL: z.string().min(1).max(200).optional().register(settingFacts, {
    about: "The model's name on that server.",
    example: "small-model",
    otherwise: "no model",
  }),

  LLM_KEY_REF: secretReference("LLM_KEY").optional().register(settingFacts, {
    about: "Where the key for that server is stored.",
    example: "file:/run/secrets/llm_key",
    otherwise: "no key",
  }),
};
