import { expect } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** The protocol of 2025, which opens with `initialize`, and that of 2026, where each message says all of itself. */
export const ERAS = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const
export type Era = (typeof ERAS)[number][1]

/** The package's own client. */
export const mcpClient = (mode: Era) =>
  new Client({ name: 'a-test', version: '1' }, { versionNegotiation: { mode } })

/** Connected over HTTP. */
export async function mcpOverHttp(address: string, secret: string, era: Era): Promise<Client> {
  const client = mcpClient(era)
  const headers = { authorization: `Bearer ${secret}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }))
  return client
}

export const API_TOOLS = [
  'create_test',
  'wait_for_report',
  'get_report',
  'list_tests',
  'list_domains',
  'dmarc_summary',
]
export const OWN_TOOLS = ['check_name', 'analyze_message']

/** What a tool told: its texts, whether they are a refusal, and the data at their end. */
export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: given })
  const texts = content.map((block) => (block.type === 'text' ? block.text : `a ${block.type}`))
  return { texts, refused: isError === true }
}

/** The data that a tool told; fails where it refused. */
export async function dataOf<T = Record<string, unknown>>(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
): Promise<T> {
  const { texts, refused } = await callTool(client, name, given)
  expect({ refused, texts }).toMatchObject({ refused: false })
  return JSON.parse(texts.at(-1) ?? '') as T
}

/** Why a tool refused, in its one sentence. */
export async function refusalBy(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { texts, refused } = await callTool(client, name, given)
  expect({ refused, texts }).toMatchObject({ refused: true })
  expect(texts).toHaveLength(1)
  return texts[0] ?? ''
}
