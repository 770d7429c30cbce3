import { test } from "tap";
import { newFolder } from "../../new-folder.js";
import { behindTee, shell, type TeeMode } from "../subject.js";
import type { Cell } from "./cells.js";
import { playSession } from "./session.js";

const AGENT = shell("cat; echo done >&2; exit 7");

/** States, cell by cell, that a session behind acp-tee is the one without it, byte for byte and to the exit. */
export function holdsInEveryCell(mode: TeeMode, cells: readonly Cell[]): void {
  test(`acp-tee as ${mode} passes a session on unchanged`, async (t) => {
    const direct = await playSession(AGENT, (stop) => t.teardown(stop));
    t.equal(direct.exit, "code 7");
    for (const { sink, fault, prepare } of cells) {
      const folder = newFolder(t);
      const { options, program, before = [] } = await prepare(folder, (stop) => t.teardown(stop));
      const argv = [...before, ...behindTee([...options, ...AGENT], mode, program)];
      const seen = await playSession(argv, (stop) => t.teardown(stop));
      t.strictSame(seen, direct, `with ${sink}: ${fault}`);
    }
  });
}
