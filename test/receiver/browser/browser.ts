import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/** The browser that is installed; undefined where none is. CHROMIUM names one by its path. */
export function findBrowser(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env["CHROMIUM"] ?? "", ...places].find(isExecutable);
}

/** Starts it without a window. */
export async function startBrowser(executablePath: string): Promise<Browser> {
  // In CI everything runs as root, where Chromium's own sandbox cannot be had; it only sees pages of this test.
  return await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

function isExecutable(path: string): boolean {
  if (path === "") return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
