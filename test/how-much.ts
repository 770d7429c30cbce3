/** Set where somebody asks for everything: hours instead of minutes. */
export const isCampaign: boolean = process.env["ACP_ASSAY_CAMPAIGN"] !== undefined;

/** One in so many of the rows, from a place on; all of them in a campaign. */
export function oneIn<Row>(every: number, rows: readonly Row[], from = 0): readonly Row[] {
  return isCampaign ? rows : rows.filter((_, place) => place % every === from);
}
