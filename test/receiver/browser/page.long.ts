import { Buffer } from "node:buffer";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { type Test, test } from "tap";
import { type Receiver, startReceiver } from "../../../src/receiver/receiver.js";
import { tapChunkHeader } from "../../../src/wire/tap-record.js";
import { emit, eventOf, receiverFor } from "../peer.js";
import { findBrowser, startBrowser } from "./browser.js";

const path = findBrowser();
const skip = path === undefined ? "no Chromium is installed here (CHROMIUM may name one)" : false;
const HOSTILE = [
  "<img src=x onerror=window.hacked=1>",
  "</span><script>window.hacked=1</script>",
  "javascript:alert(1)",
  "\u202Egnp.exe",
];

/** What the page asked for or complained of that it should not have. */
interface Watch {
  readonly page: Page;
  readonly trouble: string[];
}

async function open(t: Test, browser: Browser, url: string, options = {}): Promise<Watch> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  t.teardown(async () => await context.close());
  const trouble: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(url).host) trouble.push(`asked ${request.url()}`);
  });
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("dialog", (dialog) => trouble.push(`dialog ${dialog.message()}`));
  page.on("console", (message) => {
    const isExpected = /401|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED/.test(message.text());
    if (message.type() === "error" && !isExpected) trouble.push(message.text());
  });
  await page.goto(url);
  return { page, trouble };
}

async function rows(page: Page, id: string): Promise<string[]> {
  return await page.locator(`#${id} li`).allTextContents();
}

/** A session with a run, a tool call in each state, and a permission that is open. */
async function play(receiver: Receiver): Promise<void> {
  const of = (seq: number, type: string, more: Readonly<Record<string, unknown>> = {}): object =>
    eventOf(seq, { type, run: "e1.r2", ...more });
  const tool = (name: string, id: string): object => ({ tool: { name, call_id: id }, kind: "edit" });
  await emit(
    receiver,
    of(0, "session.started", { run: undefined, data: { client: { name: "acp" } } }),
    of(1, "run.started", { data: { trigger: "user" } }),
    of(2, "tool.requested", { subject: "t1", data: tool("Write main.ts", "t1") }),
    of(3, "tool.requested", { subject: "t2", data: tool("Run the tests", "t2") }),
    of(4, "attention.requested", {
      severity: "notice",
      subject: "t2",
      data: { kind: "permission", prompt: "Permission requested: Run the tests" },
    }),
    of(5, "tool.completed", { subject: "t1", data: tool("Write main.ts", "t1") }),
    of(6, "attention.requested", { data: { kind: "permission", prompt: "Soon answered" } }),
    of(7, "attention.resolved", { subject: "s-0-6", data: { resolution: "answered" } }),
  );
}

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env["ACP_ASSAY_SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** What runs in the page to find the lowest contrast of a text with what is behind it (WCAG 2.2, 1.4.3). */
const LOWEST_CONTRAST = `
  const channel = (value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const luminance = (color) => {
    const [red, green, blue] = color.match(/[\\d.]+/g).map((part) => channel(Number(part) / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return color === "rgba(0, 0, 0, 0)" ? behind(element.parentElement) : color;
  };
  const contrasts = [...document.querySelectorAll("h1, h2, p, span, time, label")].map((element) => {
    const both = [luminance(getComputedStyle(element).color), luminance(behind(element))];
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
  });
  Math.min(...contrasts);
`;

test("the page in a browser", { skip, timeout: 60_000 }, async (t) => {
  const browser = await startBrowser(path ?? "");
  t.teardown(async () => await browser.close());

  await t.test(
    "the page shows sessions, runs, tool calls and open permissions, from before it came too",
    async (t) => {
      const receiver = await receiverFor(t);
      await play(receiver);
      const { page, trouble } = await open(t, browser, `${receiver.url}/`);
      await page.waitForSelector("#timeline li >> nth=7");

      t.equal(await page.textContent("#state"), "live");
      t.match(await rows(page, "sessions"), [/^sliveacp/]);
      t.match(await rows(page, "runs"), [/^e1\.r2running/]);
      t.match(await rows(page, "tools"), [/^Run the testsrequestededit/, /^Write main\.tscompletededit/]);
      t.match(await rows(page, "permissions"), [/^Permission requested: Run the testswaiting/]);

      await emit(
        receiver,
        eventOf(8, { type: "run.finished", run: "e1.r2", data: { stop_reason: "end_turn" } }),
        eventOf(9, { type: "session.ended" }),
      );
      await page.waitForSelector("#timeline li >> nth=9");
      t.match(await rows(page, "runs"), [/^e1\.r2finishedend_turn/]);
      t.match(await rows(page, "sessions"), [/^sendedacp/]);
      t.same(await rows(page, "permissions"), []);
      t.same(trouble, []);
    },
  );

  await t.test("what stands in an event is text, whatever it looks like", async (t) => {
    const receiver = await receiverFor(t);
    await emit(
      receiver,
      ...HOSTILE.flatMap((words, index) => [
        eventOf(index * 3, { type: "run.started", session: words, run: words, agent: words }),
        eventOf(index * 3 + 1, {
          type: "tool.requested",
          session: words,
          subject: words,
          data: { tool: { name: words }, kind: words },
        }),
        eventOf(index * 3 + 2, { type: "attention.requested", session: words, data: { prompt: words } }),
      ]),
    );
    const { page, trouble } = await open(t, browser, `${receiver.url}/`);
    await page.waitForSelector("#timeline li >> nth=11");

    for (const id of ["sessions", "runs", "tools", "permissions"]) {
      const names = await page.locator(`#${id} li .name`).allTextContents();
      t.same(names.reverse(), HOSTILE, id);
    }
    t.equal(await page.evaluate("window.hacked"), undefined);
    t.equal(await page.locator("main img, main script, main a").count(), 0);
    t.same(trouble, []);
  });

  await t.test("the timeline shows frames of a tee, without what they say", async (t) => {
    const receiver = await receiverFor(t);
    const { page } = await open(t, browser, `${receiver.url}/`);
    await page.locator("#state", { hasText: "live" }).waitFor();
    const line = Buffer.from(
      '{"jsonrpc":"2.0","id":"<b>1","method":"session/prompt","params":{"x":"CANARY"}}\n',
    );
    const body = new Blob([new Uint8Array(Buffer.concat([tapChunkHeader("c2a", 1, line.length), line]))]);
    await fetch(`${receiver.url}/tap`, { method: "POST", body });
    await page.waitForSelector("#timeline li.frame");

    t.match(await rows(page, "timeline"), [/client → agent {2}request session\/promptid "<b>1"79 Btap-/]);
    t.notMatch(await page.content(), /CANARY/);
  });

  await t.test("the page fits small and large screens, and is readable in light and dark", async (t) => {
    const receiver = await receiverFor(t);
    await play(receiver);
    await emit(
      receiver,
      eventOf(0, {
        session: "long-".repeat(40),
        run: "r".repeat(200),
        type: "run.failed",
        severity: "error",
      }),
    );
    for (const [width, colorScheme] of [
      [320, "light"],
      [390, "dark"],
      [1440, "light"],
      [2560, "dark"],
    ] as const) {
      const viewport = { width, height: 900 };
      const { page } = await open(t, browser, `${receiver.url}/`, { viewport, colorScheme });
      await page.waitForSelector("#timeline li >> nth=8");
      await shot(page, `${width}-${colorScheme}`);

      const overflow = Number(
        await page.evaluate("document.documentElement.scrollWidth - window.innerWidth"),
      );
      t.ok(overflow <= 0, `${width}: ${overflow} px too wide`);
      const contrast = Number(await page.evaluate(LOWEST_CONTRAST));
      t.ok(contrast >= 4.5, `${colorScheme}: contrast ${contrast.toFixed(2)}`);
    }
  });

  await t.test("the page asks for a token and shows what it gives access to", async (t) => {
    const receiver = await startReceiver({ port: 0, token: "right" });
    t.teardown(async () => await receiver.stop());
    const { page, trouble } = await open(t, browser, `${receiver.url}/`);
    await page.waitForSelector("#token-form:not([hidden])");

    await page.fill("#token", "wrong");
    await page.press("#token", "Enter");
    await page.waitForTimeout(100);
    t.equal(await page.textContent("#state"), "a token is needed");
    await page.fill("#token", "right");
    await page.press("#token", "Enter");
    await page.waitForSelector("#token-form", { state: "hidden" });

    t.equal(await page.textContent("#state"), "live");
    const byAddress = await open(t, browser, `${receiver.url}/#token=right`);
    await byAddress.page.locator("#state", { hasText: "live" }).waitFor();
    t.same([...trouble, ...byAddress.trouble], []);
  });

  await t.test("the page comes back to a receiver that was away, and shows nothing twice", async (t) => {
    const first = await startReceiver({ port: 0 });
    const { page } = await open(t, browser, `${first.url}/`);
    await emit(first, eventOf(0, { type: "run.started", run: "r" }));
    await page.waitForSelector("#timeline li");
    await first.stop();
    await page.locator("#state", { hasText: "away" }).waitFor();

    const second = await startReceiver({ port: first.port });
    t.teardown(async () => await second.stop());
    await emit(
      second,
      eventOf(0, { type: "run.started", run: "r" }),
      eventOf(1, { type: "run.finished", run: "r" }),
    );
    await page.waitForSelector("#timeline li >> nth=1");

    t.match(await rows(page, "timeline"), [/run\.finished/, /run\.started/]);
    t.match(await rows(page, "runs"), [/^rfinished/]);
  });
});
