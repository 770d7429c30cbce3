import { Buffer } from "node:buffer";
import { canonicalString } from "./canonical-string.js";
import type { NumberSpelling } from "./canonical-text.js";
import { MemberList } from "./member-list.js";

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

/** Escapes that may stand for what is spelled otherwise canonically; the short ones may not. */
const LONG_ESCAPE = /\\[u/]/;

/** May a string in this JSON text be spelled otherwise than canonically? */
function isDoubtful(text: string): boolean {
  // As many bytes as units: all ASCII. Much quicker than to look at each unit.
  if (Buffer.byteLength(text) !== text.length || text.includes("\u007f")) return true;
  return text.includes("\\") && LONG_ESCAPE.test(text);
}

/** A container whose end has not been read. */
interface OpenContainer {
  readonly isObject: boolean;
  readonly start: number;
  /** Its first place in the member list. */
  readonly first: number;
  /** Nothing in it had to be changed so far. */
  isVerbatim: boolean;
  isSorted: boolean;
  /** The key of the member whose value comes next: its span, its text where it changes, itself where it is escaped. */
  keyStart: number;
  keyEnd: number;
  keyText: string | undefined;
  key: string | undefined;
}

/** Reads a JSON text once and changes what is not canonical. Iterative, since values may nest 20,000 deep. */
export class CanonicalScanner {
  readonly #list = new MemberList();
  #text = "";
  #spell: NumberSpelling | undefined;
  #hasEscapes = false;
  #isDoubtful = false;
  #at = 0;

  text(text: string, spell: NumberSpelling | undefined): string {
    return this.#scan(text, spell, undefined);
  }

  members(text: string, spell: NumberSpelling | undefined): ReadonlyMap<string, string> {
    const members = new Map<string, string>();
    this.#scan(text, spell, members);
    return members;
  }

  /** The canonical form; the root's members go into `members`. */
  #scan(text: string, spell: NumberSpelling | undefined, members: Map<string, string> | undefined): string {
    this.#list.reset(text);
    this.#text = text;
    this.#spell = spell;
    this.#hasEscapes = text.includes("\\");
    this.#isDoubtful = isDoubtful(text);
    this.#at = 0;
    const outer: OpenContainer[] = [];
    let open: OpenContainer | undefined;
    for (;;) {
      let code = this.#next();
      let start = this.#at;
      let changed: string | undefined;
      if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        this.#at += 1;
        const inside = this.#next();
        if (inside !== CLOSE_BRACE && inside !== CLOSE_BRACKET) {
          if (open !== undefined) outer.push(open);
          open = this.#open(code === OPEN_BRACE, start);
          continue;
        }
        this.#at += 1;
        if (this.#at !== start + 2) changed = code === OPEN_BRACE ? "{}" : "[]";
      } else {
        changed = code === QUOTE ? this.#string() : this.#scalar();
      }

      // The value is complete: hand it to its container, and close every container that ends here.
      for (;;) {
        const end = this.#at;
        if (open === undefined) return changed ?? text.slice(start, end);
        this.#add(open, start, end, changed);
        code = this.#next();
        if (this.#at !== end) open.isVerbatim = false;
        this.#at += 1;
        if (code === COMMA) {
          const place = this.#at;
          this.#next();
          if (this.#at !== place) open.isVerbatim = false;
          if (open.isObject) this.#readKey(open);
          break;
        }
        if (outer.length === 0 && members !== undefined && open.isObject) this.#copyTo(members, open);
        changed = open.isVerbatim ? undefined : this.#rebuild(open);
        this.#list.cut(open.first);
        start = open.start;
        open = outer.pop();
      }
    }
  }

  #open(isObject: boolean, start: number): OpenContainer {
    const open: OpenContainer = {
      isObject,
      start,
      first: this.#list.length,
      isVerbatim: this.#at === start + 1,
      isSorted: true,
      keyStart: 0,
      keyEnd: 0,
      keyText: undefined,
      key: undefined,
    };
    if (isObject) this.#readKey(open);
    return open;
  }

  #add(open: OpenContainer, start: number, end: number, changed: string | undefined): void {
    const list = this.#list;
    if (!open.isObject) {
      list.add(start, 0, end, changed, undefined);
      if (changed !== undefined) open.isVerbatim = false;
      return;
    }
    let member: string | undefined;
    if (changed !== undefined || open.keyText !== undefined) {
      const key = open.keyText ?? this.#text.slice(open.keyStart, start);
      member = key + (changed ?? this.#text.slice(start, end));
      open.isVerbatim = false;
    }
    const at = list.length;
    list.add(open.keyStart, open.keyEnd, end, member, open.key);
    if (at > open.first && open.isSorted && list.compare(at - 1, at) >= 0) {
      open.isSorted = false;
      open.isVerbatim = false;
    }
  }

  /** Concatenation, not join: nesting then costs no copies. */
  #rebuild({ isObject, isSorted, first }: OpenContainer): string {
    const list = this.#list;
    let text = "";
    if (isSorted) {
      for (let at = first; at < list.length; at += 1)
        text += text === "" ? list.textOf(at) : `,${list.textOf(at)}`;
    } else {
      for (const at of list.ordered(first)) text += text === "" ? list.textOf(at) : `,${list.textOf(at)}`;
    }
    return isObject ? `{${text}}` : `[${text}]`;
  }

  #copyTo(members: Map<string, string>, { first }: OpenContainer): void {
    for (const at of this.#list.ordered(first)) members.set(this.#list.keyOf(at), this.#list.textOf(at));
  }

  /** Skips space and gives the code that follows. */
  #next(): number {
    let code = this.#text.charCodeAt(this.#at);
    while (code <= SPACE) {
      this.#at += 1;
      code = this.#text.charCodeAt(this.#at);
    }
    return code;
  }

  /** Reads `"key":` and stays before the value. */
  #readKey(open: OpenContainer): void {
    const start = this.#at;
    const changed = this.#string();
    const end = this.#at;
    this.#next();
    this.#at += 1;
    const hasSpace = this.#at !== end + 1 || this.#text.charCodeAt(this.#at) <= SPACE;
    open.keyStart = start;
    open.keyEnd = end;
    open.key = undefined;
    open.keyText = undefined;
    if (this.#hasEscapes || this.#isDoubtful) open.key = this.#keyIn(start, end);
    if (changed !== undefined || hasSpace) open.keyText = `${changed ?? this.#text.slice(start, end)}:`;
  }

  /** A key that is not the ASCII text between its quotes. */
  #keyIn(start: number, end: number): string | undefined {
    const raw = this.#text.slice(start, end);
    if (raw.includes("\\")) return parseString(raw);
    return this.#isDoubtful && isDoubtful(raw) ? raw.slice(1, -1) : undefined;
  }

  /** Reads a string; gives its canonical form where that is not its text. */
  #string(): string | undefined {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    if (this.#hasEscapes) while (this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    this.#at = end + 1;
    if (!this.#isDoubtful) return undefined;
    const raw = this.#text.slice(start, end + 1);
    return isDoubtful(raw) ? canonicalString(parseString(raw)) : undefined;
  }

  #isEscaped(at: number): boolean {
    let slashes = 0;
    while (this.#text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    return slashes % 2 === 1;
  }

  /** Reads a number or literal; gives its canonical form where that is not its text. */
  #scalar(): string | undefined {
    const start = this.#at;
    let code = this.#text.charCodeAt(this.#at);
    while (code > SPACE && code !== COMMA && code !== CLOSE_BRACE && code !== CLOSE_BRACKET) {
      this.#at += 1;
      code = this.#text.charCodeAt(this.#at);
    }
    if (this.#spell === undefined) return undefined;
    const lexeme = this.#text.slice(start, this.#at);
    const isNumber = lexeme.charCodeAt(0) < 0x3a;
    const spelled = isNumber ? this.#spell(lexeme) : lexeme;
    return spelled === lexeme ? undefined : spelled;
  }
}

function parseString(raw: string): string {
  // A JSON string parses to a string.
  return JSON.parse(raw) as string;
}
