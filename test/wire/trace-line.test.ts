import { Buffer } from "node:buffer";
import { test } from "tap";
import { formatTraceGap, formatTraceLine, parseTraceLine } from "../../src/wire/trace-line.js";

const frame = { t: 7, direction: "c2a", bytes: Buffer.from("{}"), eol: "\n" } as const;

test("formatTraceLine() leaves out what is ordinary", async (t) => {
  t.equal(formatTraceLine(frame), '{"t":7,"dir":"c2a","line":"{}"}');
  t.equal(
    formatTraceLine({ ...frame, hop: "agent", direction: "a2c", eol: "" }),
    '{"t":7,"hop":"agent","dir":"a2c","line":"{}","eol":""}',
  );
  t.equal(
    formatTraceLine({ ...frame, bytes: Buffer.from([0xff, 0x61]), eol: "\r\n" }),
    '{"t":7,"dir":"c2a","b64":"/2E=","eol":"\\r\\n"}',
  );
});

test("parseTraceLine() says what is wrong with a line", async (t) => {
  const reasons = [
    ["", "not a JSON object"],
    ["[]", "not a JSON object"],
    ['{"dir":"c2a","line":""}', '"t" is missing, expected microseconds'],
    ['{"t":-1,"dir":"c2a","line":""}', '"t" is -1, expected microseconds'],
    ['{"t":0,"line":""}', '"dir" is missing, expected "c2a" or "a2c"'],
    ['{"t":0,"dir":"c2a"}', 'needs one of "line" and "b64"'],
    ['{"t":0,"dir":"c2a","line":"","b64":""}', 'needs one of "line" and "b64"'],
    ['{"t":0,"dir":"c2a","line":5}', '"line" is 5, expected a string'],
    ['{"t":0,"dir":"c2a","line":"a\\nb"}', "a line holds a line feed"],
    ['{"t":0,"dir":"c2a","line":"\\ud800"}', '"line" holds half a surrogate pair, which no bytes spell'],
    ['{"t":0,"dir":"c2a","b64":"_w"}', '"b64" is "_w", expected base64'],
    ['{"t":0,"dir":"c2a","line":"","eol":"\\r"}', '"eol" is "\\r", expected "", "\\n" or "\\r\\n"'],
    ['{"t":0,"dir":"c2a","line":"","cutBytes":-1}', '"cutBytes" is -1, expected a count'],
    ['{"t":0,"dir":"c2a","droppedLines":1}', '"droppedBytes" is missing, expected a count'],
    ['{"t":0,"dir":"c2a","droppedLines":0.5,"droppedBytes":1}', '"droppedLines" is 0.5, expected a count'],
    ['{"t":0,"hop":"","dir":"c2a","line":""}', '"hop" is "", expected "client" or "agent"'],
  ] as const;

  for (const [text, malformed] of reasons) t.same(parseTraceLine(text), { malformed }, text);
});

test("parseTraceLine() passes over unknown members", async (t) => {
  t.same(parseTraceLine('{"t":7,"dir":"c2a","line":"{}","note":1}'), frame);
});

test("parseTraceLine() tells a gap, and a line of which the end is missing, from a frame", async (t) => {
  const gap = { t: 9, direction: "a2c", lines: 3, bytes: 120 } as const;
  t.same(parseTraceLine(formatTraceGap(gap)), { gap });
  const cut = { ...frame, cutBytes: 5 };
  t.same(parseTraceLine(formatTraceLine(cut)), cut);
});
