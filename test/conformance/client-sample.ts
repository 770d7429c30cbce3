import { isCampaign } from "../how-much.js";

/** The quick test plays one mutant of the raw client in so many. */
export const QUICK_EVERY = 100;

/** The long test plays one in so many; all of them, and each control in each scenario, with ACP_ASSAY_CAMPAIGN. */
export const LONG_EVERY: number = isCampaign ? 1 : 60;
