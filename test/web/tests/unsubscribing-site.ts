import type { ServerResponse } from 'node:http'
import type { MessageView } from '../../../src/core/message-view.ts'
import type { Report } from '../../../src/core/report.ts'
import { oneClickOffer } from '../../../src/mail/content/list-unsubscribe/one-click-offer.ts'
import { createUnsubscribing, type Unsubscribing } from '../../../src/services/unsubscribing/unsubscribing.ts'
import { poster } from '../../net/safe-fetch/poster.ts'
import { certificate, secureWeb } from '../../net/safe-fetch/web-server.ts'
import { check, RULES, report } from '../../support/builders.ts'
import { finish } from '../../support/claiming.ts'
import { realTestsSite } from './real-site.ts'

export const FIELDS: MessageView['headers'] = [
  { name: 'List-Unsubscribe', value: '<https://example.org/leave/7>' },
  { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
]
const SIGNED = check('list-unsubscribe', { evidence: { signed: 'yes, by example.org' } })

export type UnsubscribingSite = Awaited<ReturnType<typeof unsubscribingSite>>
export type Somebody = Awaited<ReturnType<UnsubscribingSite['somebody']>>

/** The pages of tests over a real store, with a web server at example.org that answers one-click requests as it is told. */
export async function unsubscribingSite() {
  const good = certificate('example.org')
  const list = {
    asked: [] as string[],
    answer: (response: ServerResponse): void => void response.writeHead(200).end(),
  }
  const server = await secureWeb(good, (request, response) => {
    list.asked.push(`${request.method} ${request.url}`)
    list.answer(response)
  })
  let unsubscribing: Unsubscribing
  const site = await realTestsSite({
    unsubscribing: {
      look: (...of) => unsubscribing.look(...of),
      try: (...of) => unsubscribing.try(...of),
    },
  })
  const { store, mailTests, clock, log } = site
  unsubscribing = createUnsubscribing({
    ...{ store, mailTests, clock, log, rules: RULES, offerOf: oneClickOffer },
    poster: poster({ ...server, ca: [good.cert] }),
    mailDomain: 'in.example.com',
  })
  return {
    ...site,
    list,
    async close() {
      await server[Symbol.asyncDispose]()
      await site.close()
    },
    /** A test of somebody with an analysed newsletter. */
    async newsletter(
      who: Awaited<ReturnType<typeof site.somebody>>,
      changes: Partial<Report> = {},
      headers = FIELDS,
    ) {
      const made = await site.see('/tests', who, { method: 'POST', body: new URLSearchParams() })
      const token = made.location.slice('/t/'.length)
      const id = await site.message(token)
      await finish(store, id, {
        status: 'scored',
        report: report({ kind: 'marketing', checks: [SIGNED], ...changes }),
        evidence: {},
        content: 'x',
        messageView: { headers, transcript: [], hops: [], clientSupport: [], providers: [] },
      })
      return { token, id, ask: `/t/${token}/unsubscribe?m=${id}` }
    },
  }
}
