// Server-sent events by fetch: the browser's own EventSource has no headers, so the token would stand in the address, and
// it hides messages whose type nobody named before.

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/**
 * Reads a stream without end and comes back to it where it broke off. `onState` is told "live", "away" or "refused"; the
 * stream ends when it is refused.
 */
export async function readStream(url, token, onData, onState) {
  let lastId = "";
  let wait = FIRST_WAIT_MS;
  for (;;) {
    try {
      const headers = {};
      if (token !== "") headers.authorization = `Bearer ${token}`;
      if (lastId !== "") headers["last-event-id"] = lastId;
      const response = await fetch(lastId === "" ? `${url}?from=all` : url, { headers });
      if (response.status === 401) return onState("refused");
      if (response.ok) {
        wait = FIRST_WAIT_MS;
        onState("live");
        await readMessages(response.body, ({ id, data }) => {
          lastId = id || lastId;
          onData(JSON.parse(data));
        });
      }
    } catch {
      // Told below: the receiver is away, or was in the middle of a message.
    }
    onState("away");
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

async function readMessages(body, onMessage) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const message = fieldsOf(block);
      if (message.data !== undefined) onMessage(message);
    }
  }
}

/** The fields of a message; a comment has none. */
function fieldsOf(block) {
  const fields = {};
  for (const line of block.split("\n")) {
    const [, name, value] = /^(id|data): (.*)$/.exec(line) ?? [];
    if (name !== undefined) fields[name] = value;
  }
  return fields;
}
