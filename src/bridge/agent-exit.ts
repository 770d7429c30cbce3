/** How the agent ended: with an exit code, or killed by a signal. */
export type AgentExit =
  | { readonly kind: "code"; readonly code: number }
  | { readonly kind: "signal"; readonly signal: NodeJS.Signals };
