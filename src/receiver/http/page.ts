import { readFileSync } from "node:fs";
import type { Hono } from "hono";
import type { Env } from "./parts.js";

const FILES: readonly (readonly [path: string, file: string, type: string])[] = [
  ["/", "page.html", "text/html; charset=utf-8"],
  ["/page.css", "page.css", "text/css; charset=utf-8"],
  ["/page.js", "page.js", "text/javascript; charset=utf-8"],
];

/** Nothing is loaded from elsewhere, and nothing that stands in an event can become code. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** Adds the page that shows what goes on. */
export function servePage(app: Hono<Env>): void {
  for (const [path, file, type] of FILES) {
    const text = readFileSync(new URL(`../page/${file}`, import.meta.url), "utf8");
    app.get(path, (context) =>
      context.body(text, 200, {
        "content-type": type,
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": "no-cache",
      }),
    );
  }
}
