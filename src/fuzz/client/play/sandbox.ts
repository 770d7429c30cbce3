import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FILES, fileText } from "./forms.js";

/** A directory of one conversation, below that of the client's session, which may be all that it serves. */
export class Sandbox {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Makes the directory with the files to be read; undefined where nobody may write there. */
  static below(cwd: string | undefined): Sandbox | undefined {
    try {
      const folder = realpathSync(mkdtempSync(join(cwd ?? tmpdir(), ".acp-assay-")));
      for (let place = 0; place < FILES; place += 1)
        writeFileSync(join(folder, `f${place}`), fileText(place));
      return new Sandbox(folder);
    } catch {
      return undefined;
    }
  }

  /** What the files hold that were to be written; one that is not there is left out. */
  contents(paths: readonly string[]): Map<string, string> {
    return new Map(
      paths.flatMap((path): [string, string][] => {
        try {
          return [[path, readFileSync(path, "utf8")]];
        } catch {
          return [];
        }
      }),
    );
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
