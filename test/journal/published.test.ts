import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Test, test } from "tap";
import { framesOf } from "../../src/journal/journal-reader.js";
import { driveLines } from "../../src/journal/published/drive.js";
import {
  openPublishedJournal,
  type PublishedJournal,
} from "../../src/journal/published/published-journal.js";
import { verifyJournal } from "../../src/journal/verify-journal.js";
import { newFolder } from "../new-folder.js";
import { root } from "../root.js";
import { lineOf, rpc } from "./lines.js";

interface Vector {
  readonly name: string;
  readonly head: string;
  readonly contentHashes: readonly string[];
  readonly eventHashes?: readonly string[];
  readonly payloadHashes?: Readonly<Record<number, string>>;
}

const END = "25c4ee478bcc7132c6051f7cf1fe812abd1d124bb786da9bc016914ec37c6fa4";
const START = "3ff530fc6df9990149f9ea24991d52b9d71a395497ec9d46f2847c926b9fc368";

/** What an independent restatement of the published algorithm gives for the published fixtures. */
const VECTORS: readonly Vector[] = [
  {
    name: "simple_task",
    head: "1715907240e79914e29def9eacd46c10ec43265a81235a4f905a71db9d4f713c",
    contentHashes: [
      START,
      "5da664292a971be8e0e1360e37b6779d09234ef95a156ed275e422ff3adccaea",
      "8f60dd21e66a5f9de0e05031ef206fb9d0bfaa6983ec245422d4abaf28596b0c",
      END,
    ],
    eventHashes: [
      "00c1a2471c711f8023f17d729385c62c17c43c7aab32a2cb3c15b0624e639129",
      "f1f972c345dee8ce95cf5f8186de46adf2e355f25cdd07bbc19d9eef37a33695",
      "c23f01e4e974be86c9ba9d9d296e5ee6c44478f70096fb86aba4e8e585ba305f",
      "1715907240e79914e29def9eacd46c10ec43265a81235a4f905a71db9d4f713c",
    ],
    payloadHashes: {
      0: "d2b2adf3d90adec6cf5d82185fad9b630a8c51d6751f4e33f58a43433982390c",
      3: "e260199f1eac82b7c6da39eecf3a2bec05cf90a3920b52092f549ea6a9afd1bd",
    },
  },
  {
    name: "tool_permission_cycle",
    head: "bc978a60f77946a3a9ad0261d20fd4d07b6a0347c8c5d911b29d95f8b9c99630",
    contentHashes: [
      START,
      "f9496062b8c653ddf58dd1477f4a10a23a6baa122bfe1fcd0d5be4f1794b9178",
      "8890556b4631145360fbae7e8dae981a371f9c0ff7de770d8b96f4b4b9114152",
      "37060fbf50ed5096fc7a49efe1018e1095a2bd56e3ffe59448b782f504ee51cf",
      END,
    ],
  },
  {
    name: "kimchi_acp_task",
    head: "75da32808367fdc0d2bd8575c4762eabbe89148f23b15b0ca99761a5bde58dbe",
    contentHashes: [
      "eafe5e8c80edd15536359fd2146f874e97792c1628990350023a6374aa833ef0",
      "c7930bf6b9b6353a49a2f392e83293fbea406c9902afb66cac9b3f6b1330417e",
      "0943c236dded627075e633861466a7940e363df6897bd6157d01606e69e17f74",
      END,
    ],
  },
  {
    name: "v1_unicode_and_float",
    head: "285c896e1609de394c1d83fab2faf03ce3c7e401473aaf7344c066b4dce734c3",
    contentHashes: [
      "988b91902e28e099e0c0f1af48b9586551b89b79b559b652b4368d24c4825f2e",
      "80dd46aa7294242c89a2e999ac09e0b825408668290406efb985c283702c86bc",
      "28002b042042a30f43cc3e3a7d751996c16a35f41d4fa3b97c43cc03f8f3b8b6",
      END,
    ],
  },
];

for (const { name, head, contentHashes, eventHashes, payloadHashes = {} } of VECTORS) {
  test(`the published vector ${name} is reproduced`, async (t) => {
    const { file, journal } = open(t);
    const text = readFileSync(join(root, "conformance/fixtures/published-journal", `${name}.jsonl`), "utf8");

    const driven = driveLines(text.trimEnd().split("\n").map(lineOf), journal);
    journal.close();

    t.same(driven, { ok: true, terminal: true, stopReason: "end_turn" });
    t.equal(journal.head, head);
    t.same(
      [...framesOf(file)].map((frame) => frame.rehash),
      contentHashes,
    );
    const rows = readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((row) => JSON.parse(row));
    if (eventHashes !== undefined)
      t.same(
        rows.map((row) => row.event_hash),
        eventHashes,
      );
    for (const [place, hash] of Object.entries(payloadHashes))
      t.equal(rows[Number(place)].payload_hash, hash);
    t.match(verifyJournal(file), { ok: true, count: contentHashes.length, head, sealed: undefined });
  });
}

test("the published writer prints a row as Python does", async (t) => {
  const { file, journal } = open(t);

  journal.append(
    lineOf('{"result":{"b":[1.0,1e16,{}],"a":"\\u00e9/\u007f","b":[-0]},"id":1,"jsonrpc":"2.0"}'),
  );
  journal.close();

  // As json.dumps of Python 3 prints the row that the published writer makes of this frame.
  t.equal(
    readFileSync(file, "utf8"),
    '{"ts": 1700000000.125, "elapsed_s": 0.0, "index": 0, "event": "acp_event", "prev_hash": "", "payload_hash": "0c66d7871a7afd5649581a6709693459e32a4a9c4b2a10357899e47b54f01cbb", "event_hash": "b3871657496941ab961295f73e039acb112ac5a3ddaca178f53ed2e7ea9d58c4", "acp_seq": 0, "acp_kind": "response", "acp_method": null, "content_hash": "c028f7b3bfb3ce239d28076bcd318a189056a0fbb3f4eb7f9ffb90c9f5cd1575", "terminal": false, "stop_reason": "", "frame": {"result": {"b": [0], "a": "\\u00e9/\\u007f"}, "id": 1, "jsonrpc": "2.0"}}\n',
  );
});

test("driveLines() skips blank lines, stops at the end of the turn, and says why it stopped before", async (t) => {
  const frame = rpc({ id: 2, result: { stopReason: "refusal" } });
  const cases = [
    { lines: ["", " \t", frame, frame], says: { ok: true, terminal: true, stopReason: "refusal" }, count: 1 },
    {
      lines: [rpc({ id: 9, error: {} })],
      says: { ok: false, terminal: true, stopReason: "error" },
      count: 1,
    },
    { lines: ["ready", frame], says: { ok: false, terminal: false, refusal: { code: -32700 } }, count: 0 },
    { lines: [rpc({ method: "x" })], says: { ok: false, terminal: false, stopReason: "" }, count: 1 },
    { lines: [rpc({ method: 5 })], says: { refusal: { message: "method must be a string" } }, count: 0 },
    { lines: [rpc({ id: 1 })], says: { refusal: { message: /neither a JSON-RPC request nor/ } }, count: 0 },
    { lines: [rpc({ result: {} })], says: { refusal: { message: /must have an 'id' field/ } }, count: 0 },
    {
      lines: [rpc({ id: 1, result: 1, error: 2 })],
      says: { refusal: { message: /exactly one of/ } },
      count: 0,
    },
    { lines: [{ id: 1, result: 1 }], says: { refusal: { message: "jsonrpc must be '2.0'" } }, count: 0 },
  ];
  for (const { lines, says, count } of cases) {
    const { journal } = open(t);
    t.match(driveLines(lines.map(lineOf), journal), says, JSON.stringify(lines));
    t.equal(journal.count, count);
    journal.close();
  }
});

test("a published journal begins at its beginning", async (t) => {
  const { file, journal } = open(t);
  journal.append(lineOf(rpc({ method: "x" })));
  t.throws(() => openPublishedJournal({ file }), { message: /process \d+ is writing it/ });
  journal.close();

  t.throws(() => openPublishedJournal({ file }), { message: /it has rows already/ });
  t.throws(() => openPublishedJournal({ file: "/proc/none/x" }), { message: /no such file or directory/ });
});

function open(t: Test): { readonly file: string; readonly journal: PublishedJournal } {
  const file = join(newFolder(t), "journal.jsonl");
  return { file, journal: openPublishedJournal({ file, now: () => new Date(1_700_000_000_125) }) };
}
