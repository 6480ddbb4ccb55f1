import { AppError } from "../../../lib/errors.ts";
import { type AwsOptions, type AwsTask, awsClient } from "./client.ts";
import { isMissing } from "./failure.ts";
import { type SecretScheme, readText, unusable } from "../scheme.ts";

/** Secrets in AWS Secrets Manager, by name or ARN: whole as `aws:acme`, or a field of a JSON object as `aws:acme#secret`. */
export function awsScheme(options: AwsOptions): SecretScheme {
  const send = awsClient(options);
  return {
    name: "aws",

    async read(locator) {
      const { secretId, field } = partsOf(locator);
      const task: AwsTask = { verb: "read", reference: `aws:${locator}` };
      const { SecretString: text } = await send(task, (client, options) =>
        client.getSecretValue({ SecretId: secretId }, options),
      );
      if (text === undefined) throw unusable(task.reference, "holds bytes. Put the secret there as text");
      return readText(text, field, task.reference);
    },

    async write(locator, fields) {
      const { secretId, field } = partsOf(locator);
      if (field !== undefined) throw malformed();
      const task: AwsTask = { verb: "write", reference: `aws:${locator}` };
      const SecretString = JSON.stringify(fields);
      await send(task, async (client, options) => {
        try {
          await client.putSecretValue({ SecretId: secretId, SecretString }, options);
        } catch (error) {
          if (!isMissing(error)) throw error;
          await client.createSecret({ Name: secretId, SecretString }, options);
        }
      });
    },

    async remove(locator) {
      const { secretId, field } = partsOf(locator);
      if (field !== undefined) throw malformed();
      await send({ verb: "delete", reference: `aws:${locator}` }, async (client, options) => {
        // Otherwise AWS keeps it for weeks. The answer is the same if there is none.
        await client.deleteSecret({ SecretId: secretId, ForceDeleteWithoutRecovery: true }, options);
      });
    },
  };
}

function partsOf(locator: string): { secretId: string; field: string | undefined } {
  // AWS: a name has letters, digits and /_+=.@-, and an ARN also has colons.
  const [, secretId, field] =
    /^((?:arn:[\w-]+:secretsmanager:[\w-]+:\d+:secret:)?[\w/+=.@-]{1,512})(?:#(.+))?$/.exec(locator) ?? [];
  if (secretId === undefined) throw malformed();
  return { secretId, field };
}

/** Never repeats the locator, because a wrong one may be the secret itself. */
function malformed(): AppError {
  return new AppError(
    "user",
    "After aws: comes the name or ARN of a secret, and to read one of its fields that field, such as aws:acme/cloud#secret.",
  );
}
