import { createHash, timingSafeEqual } from "node:crypto";

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Who may talk to the receiver. It listens on the loopback address only, with or without a token. */
export class Access {
  readonly #token: Uint8Array | undefined;

  constructor(token: string | undefined) {
    this.#token = token === undefined ? undefined : digest(token);
  }

  get hasToken(): boolean {
    return this.#token !== undefined;
  }

  /** Whether the Host header names this machine: a name that was bound to its address anew (DNS rebinding) does not. */
  isOwnHost(host: string | undefined): boolean {
    return LOOPBACK_HOSTS.has((host ?? "").toLowerCase().replace(/:\d+$/, ""));
  }

  /**
   * Whether a page of this origin may talk to us; other programs send none. Without a token, any site that is open in the
   * browser could read sessions, so then only pages of this machine may.
   */
  isOwnOrigin(origin: string | undefined): boolean {
    if (origin === undefined || this.hasToken) return true;
    const [, host] = /^https?:\/\/(.+)$/.exec(origin) ?? [];
    return this.isOwnHost(host);
  }

  /** The headers that let a page of this origin read the answer. */
  corsHeaders(origin: string | undefined): Record<string, string> {
    if (this.hasToken) return { "access-control-allow-origin": "*" };
    return origin !== undefined && this.isOwnOrigin(origin)
      ? { "access-control-allow-origin": origin, vary: "Origin" }
      : {};
  }

  /** Whether the token is the right one, from `Authorization: Bearer` or `?access_token=`; true where none is set. */
  isAuthorised(authorization: string | undefined, accessToken: string | undefined): boolean {
    if (this.#token === undefined) return true;
    const [, bearer] = /^Bearer +(.+)$/i.exec(authorization ?? "") ?? [];
    const given = bearer ?? accessToken;
    // Digests are of one length, and comparing them takes the same time wherever they differ.
    return given !== undefined && timingSafeEqual(digest(given), this.#token);
  }
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
