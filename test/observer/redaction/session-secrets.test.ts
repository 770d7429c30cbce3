import { test } from "tap";
import { RedactedLines } from "../../../src/observer/redaction/redacted-lines.js";
import { SessionSecrets } from "../../../src/observer/redaction/session-secrets.js";
import type { Json } from "../../../src/wire/message.js";

const HIDDEN = "[REDACTED:secret]";

function open(...values: readonly string[]): Json {
  const env = values.map((value, at) => ({ name: `NAME_${at}`, value }));
  return { id: 1, method: "session/new", params: { mcpServers: [{ name: "a", env }] } };
}

function knowing(...values: readonly string[]): SessionSecrets {
  const secrets = new SessionSecrets();
  secrets.learn("c2a", open(...values));
  return secrets;
}

test("SessionSecrets", async (t) => {
  await t.test("hides a secret in whatever spelling it comes again", async (t) => {
    const secrets = knowing('a "key"\nof two', "Bearer one-token");
    const said = JSON.stringify({ said: 'a "key"\nof two' });
    t.strictSame(secrets.hide({ prompt: `${said} one-token`, args: { "one-token": [said] } }), {
      prompt: `{"said":"${HIDDEN}"} ${HIDDEN}`,
      args: { [HIDDEN]: [`{"said":"${HIDDEN}"}`] },
    });
  });

  await t.test("leaves words of the protocol, digests and ids as they are", async (t) => {
    const secrets = knowing("user", "edit", "8080", "permission", "end_turn", "tool", "prompt");
    const data = {
      trigger: "user",
      kind: "edit",
      message_digest: "80808080808080808080808080808080",
      tool: { call_id: "call-8080" },
      stop_reason: "end_turn",
      prompt: "to nobody",
    };
    t.strictSame(secrets.hide(data), data);
    t.strictSame(secrets.hide({ prompt: "port 8080 of user" }), { prompt: `port ${HIDDEN} of ${HIDDEN}` });
  });

  await t.test("learns from a batch, from long values, and from the client alone", async (t) => {
    const long = "x".repeat(100_000);
    const secrets = new SessionSecrets();
    secrets.learn("c2a", [open("in-a-batch", long, "abc")]);
    secrets.learn("a2c", open("of-the-agent"));
    t.strictSame(secrets.values, [long, "in-a-batch"]);
  });

  await t.test("remembers no more than it can look for", async (t) => {
    const many = knowing(...Array.from({ length: 1_000 }, (_, at) => `secret-${at}`));
    const large = knowing(...Array.from({ length: 100 }, (_, at) => `${at}`.padEnd(100_000, "x")));
    t.equal(many.values.length, 256);
    t.equal(large.values.length, 10);
  });
});

test("RedactedLines shows no server's secrets, even of a line that is no whole message", async (t) => {
  const shown: string[] = [];
  const sink = {
    line: ({ line }: { readonly line: { readonly bytes: Buffer } }): unknown =>
      shown.push(line.bytes.toString()),
    gap: (): void => undefined,
    flush: (): void => undefined,
    close: async (): Promise<void> => undefined,
  };
  const lines = new RedactedLines(
    { ...sink, line: (observed) => void sink.line(observed) },
    new SessionSecrets(),
    "/h",
  );
  const text = JSON.stringify(open("canary-1"));
  const say = (bytes: Buffer, cutBytes = 0): void =>
    lines.line({ direction: "c2a", micros: 0, line: { bytes, eol: "\n", cutBytes } });
  say(Buffer.from(`\u001b]0;title\u0007${text}`));
  say(Buffer.from(`\ufeff${text}`));
  say(Buffer.from(text.slice(0, -1)), 1);
  say(Buffer.from(`${text.replace("NAME_0", "\xff")}`, "latin1"));
  say(Buffer.from(`[${text}]`));
  say(Buffer.from("noise canary-1"));
  t.notMatch(shown.join("\n"), /canary/);
  t.equal(shown[0], HIDDEN);
  t.equal(shown[5], `noise ${HIDDEN}`);
});
