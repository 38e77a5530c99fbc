import type { ApiTool } from './api-tool.ts'

/** Allocates an address. */
export const createTest: ApiTool = {
  name: 'create_test',
  title: 'Create a test address',
  description:
    'Creates an e-mail address that measures how well a message sent to it is delivered. Send the message there as it is sent to everybody (same server, sender and content), then call wait_for_report with the token. Uses up one test of the account. Needs the scope tests:write.',
  input: { type: 'object', properties: {}, additionalProperties: false },
  readOnly: false,
  run: async (client, _given, signal) => ({
    data: await client.createTest({ signal }),
    next: 'Send the message to this address, then call wait_for_report with the token.',
  }),
}
