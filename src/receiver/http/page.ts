import { readFileSync } from "node:fs";
import type { Hono } from "hono";
import type { Env } from "./parts.js";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
};
const FILES: Readonly<Record<string, string>> = {
  "/": "page.html",
  "/page.css": "page.css",
  "/page.js": "page.js",
  "/list.js": "list.js",
  "/stream.js": "stream.js",
};

/** Where the page and its parts are: nothing about a session is told there. */
export const PAGE_PATHS: readonly string[] = Object.keys(FILES);

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
  for (const [path, file] of Object.entries(FILES)) {
    const text = readFileSync(new URL(`../page/${file}`, import.meta.url), "utf8");
    app.get(path, (context) =>
      context.body(text, 200, {
        "content-type": TYPES[file.replace(/.*\./, "")] ?? "text/plain",
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": "no-cache",
      }),
    );
  }
}
