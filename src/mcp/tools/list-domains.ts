import type { ApiTool } from './api-tool.ts'

/** The domains of the account. */
export const listDomains: ApiTool = {
  name: 'list_domains',
  title: 'List domains',
  description:
    'Lists the domains of the account with their ids, and whether the account has shown that they are its own. Needs the scope domains:read.',
  input: { type: 'object', properties: {}, additionalProperties: false },
  readOnly: true,
  run: async (client, _given, signal) => ({ data: { domains: await client.domains({ signal }) } }),
}
