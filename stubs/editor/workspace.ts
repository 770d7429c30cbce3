import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import {
  type ReadTextFileRequest,
  type ReadTextFileResponse,
  RequestError,
  type WriteTextFileRequest,
} from "@agentclientprotocol/sdk";

/** The folder that a session works in, and the only one whose files the client serves. */
export class Workspace {
  readonly cwd: string;

  private constructor(cwd: string) {
    this.cwd = cwd;
  }

  /** A fresh folder with one file in it, so that an agent has something to read. */
  static async create(): Promise<Workspace> {
    const workspace = new Workspace(await mkdtemp(join(tmpdir(), "stub-editor-")));
    await writeFile(join(workspace.cwd, "notes.txt"), "Buy bread.\nBuy milk.\n");
    return workspace;
  }

  async remove(): Promise<void> {
    await rm(this.cwd, { recursive: true, force: true });
  }

  /** Reads a file or, with `line` (from 1) and `limit`, some of its lines (docs/protocol/v1/file-system.mdx). */
  async read({ path, line, limit }: ReadTextFileRequest): Promise<ReadTextFileResponse> {
    const text = await attempt(path, readFile(this.#inside(path), "utf8"));
    if (line == null && limit == null) return { content: text };
    const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    const start = (line ?? 1) - 1;
    return { content: lines.slice(start, start + (limit ?? lines.length)).join("") };
  }

  async write({ path, content }: WriteTextFileRequest): Promise<Record<string, never>> {
    await attempt(path, writeFile(this.#inside(path), content));
    return {};
  }

  #inside(path: string): string {
    if (relative(this.cwd, path).startsWith("..")) {
      throw RequestError.invalidParams({ path }, "outside the working directory");
    }
    return path;
  }
}

async function attempt<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw RequestError.resourceNotFound(path);
  }
}
