import { listSettings, ROSTER } from '../../src/mail/server/blocklists/roster.ts'
import type { ZoneLiteral } from '../../src/net/dns/zone.ts'
import { CASE_NAMES, type Case, readCase, sentBytes } from '../../test/golden/corpus-case.ts'
import { readGolden, readUsual } from '../../test/golden/golden-files.ts'
import type { Golden } from '../../test/golden/golden-report.ts'

/** A message as it is sent, with the case it is of. */
export type Sent = readonly [given: Case, data: Buffer<ArrayBuffer>]

const CHOSEN = 28
const LARGEST = 12_000

export const CASES: readonly Case[] = CASE_NAMES.map(readCase)

/** What the corpus has in the DNS, without what lists its usual sender; every list answers its self-test. */
export function wholeZone(): ZoneLiteral {
  const zone: Record<string, ZoneLiteral[string]> = {}
  for (const [name, records] of CASES.flatMap((one) => Object.entries(one.zone)))
    if (!/^10\.2\.0\.192\.(?!in-addr)/.test(name)) zone[name] ??= records
  for (const { kind, zone: list, testListed } of listSettings(ROSTER))
    if (kind !== 'welcome') zone[`${testListed ?? '2.0.0.127'}.${list}`] = { A: ['127.0.0.2'] }
  return zone
}

/** Cases that show, each in turn, the most findings, statuses and kinds that none before showed; and what is withheld. */
export async function chosen(): Promise<Sent[]> {
  const usual = readUsual()
  const shows = new Map(CASES.map((one) => [one, showing(readGolden(one.name, usual))]))
  const seen = new Set<string>()
  const order = CASES.filter(({ name }) => name.startsWith('sign-up-'))
  const news = (one: Case) => shows.get(one)?.filter((mark) => !seen.has(mark)).length ?? 0
  while (order.length < CHOSEN) {
    const left = CASES.filter((one) => !order.includes(one))
    const [next] = left.toSorted((one, other) => news(other) - news(one))
    if (!next) break
    for (const mark of shows.get(next) ?? []) seen.add(mark)
    order.push(next)
  }
  const sent = await Promise.all(order.map(sending))
  return sent.filter(([, data]) => data.length <= LARGEST)
}

export async function sending(given: Case): Promise<Sent> {
  return [given, Buffer.from(await sentBytes(given))]
}

function showing({ kind, checks }: Golden): string[] {
  const marks = checks.flatMap(([name, { status, findings = '' }]) => [
    `${name} ${status}`,
    ...findings.split(','),
  ])
  return [kind, ...marks]
}
