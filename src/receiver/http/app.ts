import { type Context, Hono } from "hono";
import { postEvents } from "../intake/post-events.js";
import { postTap } from "../intake/tap.js";
import { discovery } from "./discovery.js";
import { PAGE_PATHS, servePage } from "./page.js";
import type { Env, Parts } from "./parts.js";
import { getFrames, getStream } from "./stream.js";

/** Paths that tell nothing about sessions: the page asks for the token itself. */
const OPEN_PATHS = new Set([...PAGE_PATHS, "/healthz"]);
const METHODS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(PAGE_PATHS.map((path) => [path, "GET"])),
  "/healthz": "GET",
  "/events": "GET, POST",
  "/.well-known/aep": "GET",
  "/stream": "GET",
  "/frames": "GET",
  "/connections": "GET",
  "/socket": "GET",
  "/tap": "POST",
};

/** All endpoints but the socket, which begins as an upgrade. */
export function createApp(parts: Parts): Hono<Env> {
  const { access, hub, roster, warn, stopping } = parts;
  const startedAtMs = performance.now();
  const isAuthorised = (context: Context<Env>): boolean =>
    access.isAuthorised(context.req.header("authorization"), context.req.query("access_token"));

  const app = new Hono<Env>();
  app.use(async (context, next) => {
    const origin = context.req.header("origin");
    if (!access.isOwnHost(context.req.header("host"))) return context.json({ error: "forbidden-host" }, 403);
    if (!access.isOwnOrigin(origin)) return context.json({ error: "forbidden-origin" }, 403);
    for (const [name, value] of Object.entries(access.corsHeaders(origin))) context.header(name, value);
    if (context.req.method === "OPTIONS") return preflight(context);
    if (!OPEN_PATHS.has(context.req.path) && !isAuthorised(context)) return context.body(null, 401);
    if (stopping.aborted) return context.json({ error: "shutting-down" }, 503, { connection: "close" });
    return await next();
  });
  app.get("/healthz", (context) =>
    context.json({
      ok: true,
      ...(isAuthorised(context) && {
        sessions: hub.buffer.sessions,
        subscribers: hub.subscribers,
        connections: roster.size,
        uptime_s: Math.floor((performance.now() - startedAtMs) / 1000),
      }),
    }),
  );
  app.get("/events", (context) => context.json(discovery(parts.limits)));
  app.get("/.well-known/aep", (context) => context.json(discovery(parts.limits)));
  app.post("/events", (context) => postEvents(context, parts));
  app.get("/stream", (context) => getStream(context, parts));
  app.get("/frames", (context) => getFrames(context, parts));
  app.get("/connections", (context) => context.json({ connections: roster.list() }));
  app.get("/socket", (context) => context.json({ error: "upgrade-required" }, 426, { upgrade: "websocket" }));
  app.post("/tap", (context) => postTap(context, parts));
  servePage(app);
  app.notFound((context) => {
    const allow = METHODS[context.req.path];
    return allow === undefined
      ? context.json({ error: "not-found" }, 404)
      : context.json({ error: "method-not-allowed" }, 405, { allow });
  });
  app.onError((error, context) => {
    warn(`Cannot answer ${context.req.method} ${context.req.path}: ${error.message}`);
    return context.json({ error: "internal" }, 500);
  });
  return app;
}

function preflight(context: Context<Env>): Response {
  context.header("access-control-allow-methods", "GET, POST");
  context.header("access-control-allow-headers", "Authorization, Content-Type, AEP-Version, Last-Event-ID");
  context.header("access-control-max-age", "600");
  return context.body(null, 204);
}
