const PAGE = /docs\/(?:protocol|rfds)\/[\w./-]+\.mdx(?:#[\w-]+)?/;
const SPEC = "https://github.com/agentclientprotocol/agent-client-protocol/blob/main";

/** Where the page that a citation names can be read; undefined when it names none. */
export function citationLink(citation: string): string | undefined {
  const [page] = PAGE.exec(citation) ?? [];
  return page && `${SPEC}/${page}`;
}
