import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Test, test } from "tap";
import { launch } from "../bridge/editor.js";
import { behindTee } from "../bridge/subject.js";
import { findBrowser, startBrowser } from "../receiver/browser/browser.js";
import { root } from "../root.js";
import { type TappedReceiver, tappedReceiver } from "./tapped-receiver.js";
import { eventually } from "./told.js";
import { playWholeSession } from "./whole-session.js";

const AGENT = [process.execPath, `${root}dist/stubs/agent/obedient.js`];
const path = findBrowser();
const skip = path === undefined ? "no Chromium is installed here (CHROMIUM may name one)" : false;

test("the page shows what a tee hands over, and none of its secrets", {
  skip,
  timeout: 60_000,
}, async (t) => {
  const browser = await startBrowser(path ?? "");
  t.teardown(async () => await browser.close());
  const receiver = await tappedReceiver(t, t.testdir(), { capture: "full", deltas: true });
  for (const [width, colorScheme] of [
    [1280, "light"],
    [390, "dark"],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    await page.goto(`${receiver.url}/`);
    await page.locator("#state", { hasText: "live" }).waitFor();
    await shot(page, `tee-${width}-${colorScheme}-empty`);
    const session = await play(t, receiver);
    await page.locator("#timeline li", { hasText: "session.ended" }).first().waitFor();
    await shot(page, `tee-${width}-${colorScheme}`);

    t.match(
      await page.locator("#sessions li").first().textContent(),
      new RegExp(`^${session}endedan editoracp`),
    );
    t.match(await page.locator("#runs li").allTextContents(), [
      /cancelled/,
      /finished/,
      /finished/,
      /finished/,
    ]);
    t.equal(await page.locator("#permissions li").count(), 0);
    t.ok((await page.locator("#timeline li.frame").count()) > 20, "frames pass");
    t.notMatch(await page.content(), /canary/);
    await context.close();
  }
});

async function play(t: Test, receiver: TappedReceiver): Promise<string> {
  const before = receiver.events().length;
  const argv = behindTee(["--receiver", receiver.url, ...AGENT]);
  const editor = await launch((stop) => t.teardown(stop), "pipes", argv, { collect: false });
  const session = await playWholeSession(editor, { env: "canary-of-env", header: "canary-of-header" });
  await eventually(
    () => receiver.events().slice(before),
    (events) => events.some(({ type }) => type === "session.ended"),
  );
  return session;
}

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env["ACP_ASSAY_SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
