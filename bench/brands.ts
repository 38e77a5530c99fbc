/**
 * How often mail that imitates nobody is told to imitate a brand: every labelled message, and with `--folder` any folder of
 * messages. Prints each one that is told, and why.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseHtml } from '../src/mail/html.ts'
import { judgeBrandOfReplies, judgeBrandOfSender } from '../src/mail/identity/brand-remarks.ts'
import { judgeKind } from '../src/mail/kind.ts'
import { judgeAddresses } from '../src/mail/links/address-remarks.ts'
import { judgeLinks } from '../src/mail/links/claims.ts'
import { extractLinks } from '../src/mail/links.ts'
import { parseMessage } from '../src/mail/parse.ts'
import type { Answer, RecordType, Resolver } from '../src/net/ports.ts'
import { readLabelled } from '../test/mail/withholding/labelled.ts'

/** Every name exists, and none is an alias: the hardest case for who counts clicks. */
const everywhere: Resolver = {
  query: async <T extends RecordType>() =>
    ({ kind: 'nodata', ttl: 60, ad: false, chain: [] }) satisfies Answer<T>,
}

async function told(raw: Uint8Array): Promise<string[]> {
  const message = parseMessage(raw)
  const html = message.html === undefined ? undefined : parseHtml(message.html)
  const links = extractLinks(html, message.text)
  const kind = judgeKind(message, html, links)
  const from = message.from[0]
  const judged = await judgeLinks({ links, html, kind, message, mailFrom: from?.address ?? '' }, everywhere)
  const beside = {
    isPersonal: kind.kind === 'personal',
    words: `${message.first('subject')?.value ?? ''} ${message.text?.slice(0, 20_000) ?? ''}`,
  }
  const replies = message.replyTo.map(({ domain }) => domain).filter((domain) => domain !== '')
  return [
    ...judged.remarks,
    ...judgeAddresses(judged.view, from?.domain || undefined),
    ...(from && from.domain !== '' ? judgeBrandOfSender(from, beside) : []),
    ...judgeBrandOfReplies(replies, from?.domain ?? ''),
  ]
    .filter(({ code }) => code.endsWith('-brand'))
    .map(({ code, says }) => `${code}: ${says}`)
}

function* filesIn(folder: string): Generator<string> {
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* filesIn(path)
    else yield path
  }
}

async function count(title: string, messages: Iterable<[id: string, raw: Uint8Array]>): Promise<void> {
  let [all, wrong] = [0, 0]
  for (const [id, raw] of messages) {
    all += 1
    const found = await told(raw).catch(() => [])
    if (found.length > 0) {
      wrong += 1
      console.log(`  ${id}: ${found.join(' | ')}`)
    }
  }
  console.log(`${title}: ${wrong} of ${all} messages told`)
}

const { values } = parseArgs({ options: { folder: { type: 'string', multiple: true, default: [] } } })
for (const heldOut of [false, true]) {
  const raws = readLabelled(heldOut).flatMap(({ id, raws }) =>
    raws.map((raw): [string, Uint8Array] => [id, Buffer.from(raw)]),
  )
  await count(heldOut ? 'labelled, held out' : 'labelled', raws)
}
for (const folder of values.folder) {
  const raws = [...filesIn(folder)]
    .filter((path) => !path.endsWith('.json'))
    .map((path): [string, Uint8Array] => [path, readFileSync(path)])
  await count(folder, raws)
}
