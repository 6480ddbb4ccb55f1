import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const openssl = (...args: string[]) => run("openssl", args);

/** The files of a certificate authority, and of a certificate that it signed. */
export interface Certificates {
  ca: string;
  cert: string;
  key: string;
}

/** Makes them with openssl, valid for a day, by default for 127.0.0.1. */
export async function makeCertificates(
  directory: string,
  name = "redis",
  names = "IP:127.0.0.1",
): Promise<Certificates> {
  const path = (file: string) => join(directory, `${name}-${file}`);
  const [ca, caKey, cert, key] = [path("ca.pem"), path("ca.key"), path("cert.pem"), path("cert.key")];
  const fresh = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"];
  await openssl("req", "-x509", ...fresh, "-keyout", caKey, "-out", ca, "-subj", `/CN=${name} test CA`);
  await writeFile(path("names"), `subjectAltName=${names}`);
  await openssl("req", ...fresh, "-keyout", key, "-out", path("csr"), "-subj", "/CN=redis.test");
  const signing = ["-CA", ca, "-CAkey", caKey, "-CAcreateserial", "-days", "1", "-extfile", path("names")];
  await openssl("x509", "-req", "-in", path("csr"), ...signing, "-out", cert);
  return { ca, cert, key };
}
