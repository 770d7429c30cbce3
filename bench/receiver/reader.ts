import { once } from "node:events";
import { request } from "node:http";

/**
 * Reads a receiver's stream and gives the ids that it has seen of events that count, since twenty readers share one
 * processor with the emitters.
 */
export async function openReader(port: number, counts: (json: string) => boolean): Promise<Set<string>> {
  const ids = new Set<string>();
  const asked = request({ host: "127.0.0.1", port, path: "/stream" });
  asked.end();
  const [response] = await once(asked, "response");
  let rest = "";
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const from = block.indexOf('"id":"') + 6;
      if (from > 6 && counts(block)) ids.add(block.slice(from, block.indexOf('"', from)));
    }
  });
  return ids;
}
