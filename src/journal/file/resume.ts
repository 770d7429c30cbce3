import { sealFileOf } from "../chain/seal.js";
import { JournalFault } from "./journal-fault.js";
import { JournalWalk, type WalkedJournal } from "./journal-walk.js";

/** Walks a journal that is to be gone on with; throws a fault when it is not as it was written, or not this project's. */
export function walkForResumption(file: string): WalkedJournal {
  const walked = new JournalWalk(file).run();
  const { divergence, state, seal } = walked;
  const isSealed = seal !== undefined && seal.sealed.seal !== "";
  const noSeal =
    isSealed || state.count === 0 ? undefined : `it has no second seal ${JSON.stringify(sealFileOf(file))}`;
  const refusal = divergence?.reason ?? noSeal;
  if (refusal === undefined) return walked;
  throw new JournalFault("usage", `Cannot resume journal ${JSON.stringify(file)}: ${refusal}`);
}
