import type { MailgaugeClient } from '../../../clients/typescript/src/client.ts'
import { isOn, numberOf, STRANGERS, textOf } from '../tool.ts'
import type { ApiTool } from './api-tool.ts'

const USUAL_DAYS = 30
const MOST_DAYS = 366
/** The longest name of a domain, and no id is as long. */
const LONGEST_NAME = 255

/** What DMARC reports say of a domain. */
export const dmarcSummary: ApiTool = {
  name: 'dmarc_summary',
  title: 'Summarise DMARC reports of a domain',
  description: `Says how much mail from a domain receivers reported about, and how much of it passed DMARC, DKIM and SPF, over a window of days that ends today (UTC). The newest days are still filling: most receivers report once a day. Needs the scope dmarc:read, and domains:read where the domain is given by name. ${STRANGERS}`,
  input: {
    type: 'object',
    properties: {
      domain: {
        type: 'string',
        description: 'The domain by name, such as example.org, or its id from list_domains.',
        minLength: 1,
        maxLength: LONGEST_NAME,
      },
      days: {
        type: 'integer',
        description: 'The length of the window.',
        minimum: 1,
        maximum: MOST_DAYS,
        default: USUAL_DAYS,
      },
      daily: { type: 'boolean', description: 'Also each day of it.', default: false },
    },
    required: ['domain'],
    additionalProperties: false,
  },
  readOnly: true,
  async run(client, given, signal) {
    const named = textOf(given, 'domain').trim()
    const id = await idOf(client, named, signal)
    if (id === undefined)
      return { refused: 'The account has no domain of that name. list_domains lists them.' }
    const days = numberOf(given, 'days', USUAL_DAYS)
    const { daily, ...sums } = await client.dmarcSummary(id, { days }, { signal })
    return { data: isOn(given, 'daily') ? { ...sums, daily } : sums, byStrangers: true }
  },
}

/** No id has a dot, and every domain has one. */
async function idOf(
  client: MailgaugeClient,
  named: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!named.includes('.')) return named
  const name = named.replace(/\.$/, '').toLowerCase()
  return (await client.domains({ signal })).find(({ domain }) => domain === name)?.id
}
