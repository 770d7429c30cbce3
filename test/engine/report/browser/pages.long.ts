import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { type Test, test } from "tap";
import { htmlMatrix, htmlReport } from "../../../../src/engine/report/html/page.js";
import type { CheckResult } from "../../../../src/engine/report/report.js";
import { findBrowser, startBrowser } from "../../../receiver/browser/browser.js";
import { hostileRun } from "../kinds/runs.js";
import { reportOf, result } from "../results.js";

const path = findBrowser();
const skip = path === undefined ? "no Chromium is installed here (CHROMIUM may name one)" : false;
const FAILED = "acp.v1.prompt.c";

const failed = result(FAILED, {
  status: "FAIL",
  statement: "The answer to a cancelled prompt has the stop reason cancelled.",
  citation: "docs/protocol/v1/prompt-turn.mdx#cancellation",
  expected: 'a result with stopReason "cancelled"',
  actual: 'result {"stopReason":"end_turn"}',
  failureId: "f-123456",
  frames: [
    { number: 5, dir: "c2a", t: 2100, line: '{"jsonrpc":"2.0","id":3,"method":"session/prompt"}' },
    { number: 11, dir: "c2a", t: 7009, line: '{"jsonrpc":"2.0","method":"session/cancel"}' },
    { number: 12, dir: "a2c", t: 7037, line: '{"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}' },
  ],
});

/** Rows as a real run has them: most pass, and they stand in a dozen chapters. */
function rows(...more: CheckResult[]): CheckResult[] {
  const passed = Array.from({ length: 60 }, (_, place) =>
    result(`acp.v1.chapter-${place % 12}.check-${place}`),
  );
  return [...passed, ...more];
}

const red = reportOf(rows(failed, result("acp.v1.prompt.d", { status: "NOT-TESTED", message: "no turn" })));
const green = reportOf(rows(result(FAILED)), { seed: 43 });
const hostile = Array.from({ length: 9 }, (_, place) => ({ ...hostileRun(), seed: place }));

/** Opens a page from a file, as somebody does who was sent one: no server, no script. */
async function open(t: Test, browser: Browser, markup: string, options = {}): Promise<Page> {
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  writeFileSync(join(folder, "page.html"), markup);
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true, ...options });
  t.teardown(async () => await context.close());
  const page = await context.newPage();
  const url = pathToFileURL(join(folder, "page.html")).href;
  page.on("request", (request) =>
    t.equal(request.url().replace(/#.*/, ""), url, "nothing else is asked for"),
  );
  await page.goto(url);
  return page;
}

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env["ACP_ASSAY_SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function visibleChecks(page: Page): Promise<number> {
  return await page.locator(".check:visible").count();
}

test("reports in a browser", { skip, timeout: 140_000 }, async (t) => {
  const browser = await startBrowser(path ?? "");
  t.teardown(async () => await browser.close());

  await t.test("a finding is opened by the keyboard alone, and its frames too", async (t) => {
    const page = await open(t, browser, htmlMatrix([red, green]));
    const row = page.locator(`.check:has([id="${FAILED}"]) > details > summary`);
    await row.focus();
    await page.keyboard.press("Enter");
    await page.locator(".wire summary").last().focus();
    await page.keyboard.press("Enter");

    t.equal(await page.locator(".offending pre").isVisible(), true);
    t.match(await page.locator(".offending pre").textContent(), /"stopReason": "end_turn"/);
    t.match(await page.locator(".lanes").textContent(), /client.*agent/);
    await shot(page, "matrix-open");
  });

  await t.test("an address that names a check opens it", async (t) => {
    const page = await open(t, browser, htmlReport(red));
    await page.goto(`${page.url()}#${FAILED}`);

    t.equal(await page.locator(`[id="${FAILED}"]`).isVisible(), true);
  });

  await t.test("without a script, the choices show findings, gaps and differences only", async (t) => {
    const page = await open(t, browser, htmlMatrix([red, green]));
    await page.locator(".chapter:not([open]) > summary").first().click();
    const counts = [await visibleChecks(page)];
    for (const name of ["findings", "not tested", "where they differ"]) {
      await page.getByLabel(name).check();
      counts.push(await visibleChecks(page));
    }

    t.same(counts, [7, 1, 1, 2]);
  });

  await t.test("pages fit a phone and a desk, light and dark, whatever stands in them", async (t) => {
    for (const [name, markup] of [
      ["matrix", htmlMatrix([red, green, hostileRun()])],
      ["one", htmlReport(hostileRun())],
      ["hostile", htmlMatrix(hostile)],
    ] as const) {
      for (const [width, colorScheme] of [
        [390, "dark"],
        [1280, "light"],
      ] as const) {
        const page = await open(t, browser, markup, { viewport: { width, height: 800 }, colorScheme });
        for (const summary of await page.locator(".check.finding > details > summary").all())
          await summary.click();
        const overflow = (await page
          .locator("html")
          .evaluate("document.documentElement.scrollWidth")) as number;
        t.ok(overflow <= width, `${name} ${width}: ${overflow} px`);
        await shot(page, `${name}-${width}-${colorScheme}`);
      }
    }
  });
});
