import { LONGEST_TXT } from '../../fixing/changes.ts'
import { listedAddresses, readLoosely, type Tag, withoutRepeats, writtenTags } from '../../fixing/tag-list.ts'
import { hostOfAddress } from '../../fixing/unregistered-words.ts'
import { readStsRecords } from './sts-record.ts'
import { readTlsReports, schemeOf } from './tls-report.ts'

/** One MTA-STS record of those that stand there, with its other tags; a new id where theirs is none or not one. */
export function repairStsRecord(texts: readonly string[], newId: string): string | undefined {
  const tags = onlyOne(texts, ['v', 'id'], /^\W{0,3}stsv?1?\W{0,3}$/i)
  if (!tags) return undefined
  const ids = new Set(tags.filter(({ name }) => name === 'id').map(({ value }) => value))
  const [own = ''] = ids
  const id = ids.size === 1 && /^[A-Za-z0-9]{1,32}$/.test(own) ? own : newId
  const others = withoutRepeats(tags.filter(({ name }) => name !== 'id'))
  const text = others && writtenTags('STSv1', [{ name: 'id', value: id }, ...others])
  return text && text.length <= LONGEST_TXT && readStsRecords([text]).state === 'record' ? text : undefined
}

/** One TLS-RPT record with every address of those that stand there; `missing` is named where they name none. Those at hosts that look
 * unregistered are left out as long as another is there. */
export function repairTlsReport(
  texts: readonly string[],
  missing?: string,
  unregistered: ReadonlySet<string> = new Set(),
): string | undefined {
  const tags = onlyOne(texts, ['v', 'rua'], /^\W{0,3}tlsrptv?1?\W{0,3}$/i)
  if (!tags) return undefined
  const lists = tags.filter(({ name }) => name === 'rua').map(({ value }) => value)
  const named = [...new Set(lists.flatMap(listedAddresses))]
  const held = named.filter((address) => !unregistered.has(hostOfAddress(address)))
  const written = held.length > 0 ? held : named
  const addresses = held.length === 0 && missing !== undefined ? [missing] : written
  if (addresses.length === 0 || addresses.some((address) => schemeOf(address) === '')) return undefined
  const others = withoutRepeats(tags.filter(({ name }) => name !== 'rua'))
  const text = others && writtenTags('TLSRPTv1', [{ name: 'rua', value: addresses.join(',') }, ...others])
  return text && text.length <= LONGEST_TXT && readTlsReports([text]).state === 'record' ? text : undefined
}

/** The tags of all texts, where each has a version that can only be the one there is. */
function onlyOne(texts: readonly string[], known: readonly string[], version: RegExp): Tag[] | undefined {
  const lists = texts.map((text) => readLoosely(text, known))
  const isRead = lists.every((list) => list?.some(({ name, value }) => name === 'v' && version.test(value)))
  if (texts.length === 0 || !isRead) return undefined
  const tags: Tag[] = []
  for (const { name, value } of lists.flatMap((list) => list ?? [])) {
    if (name === '') {
      // An address behind a semicolon goes on with the list; what else may be one leaves open what is meant.
      if (!/[@:]/.test(value)) continue
      const isListed =
        tags.at(-1)?.name === 'rua' && listedAddresses(value).every((one) => schemeOf(one) !== '')
      if (!isListed) return undefined
    }
    if (name !== 'v') tags.push({ name: name || 'rua', value })
  }
  return tags
}
