import { appliedSets, type RecordSet } from './record-set.ts'

/** Lines for a zone file. What they take the place of stands before them as comments, to be found and deleted. */
export function zoneFile(sets: readonly RecordSet[]): string {
  const blocks = appliedSets(sets).map(({ owner, type, removed, added, note }) => {
    const line = (record: string) => `${owner}\tIN\t${type}\t${record}`
    return [
      ...comments(note),
      ...(removed.length > 0 ? ['; Delete:', ...removed.map((record) => `;${line(record)}`)] : []),
      ...(removed.length > 0 && added.length > 0 ? ['; Add:'] : []),
      ...added.map(line),
    ].join('\n')
  })
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`
}

/** Lines that programs leave out, whatever is in the words. */
export function comments(words = '', sign = ';'): string[] {
  const lines = words.split('\n').map((line) => line.replace(/[^\x20-\x7e\u00a0-\u1fff]+/g, ' ').trim())
  return lines.filter((line) => line !== '').map((line) => `${sign} ${line}`)
}
