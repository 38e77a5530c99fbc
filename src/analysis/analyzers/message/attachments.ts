import { type AttachedFile, readFile } from '../../../mail/message/attachments/attached-file.ts'
import { type FileCode, judgeFiles, typeInWords } from '../../../mail/message/attachments/file-remarks.ts'
import { type Analyzer, conclude, neutral, priced } from '../../analyzer.ts'
import { WRITER } from '../../telling/people.ts'

const WEIGHT = 1
const COSTS = {
  'file-blocked': 1,
  'file-program': 1,
  'archive-holds-blocked': 1,
  'file-name-turned': 1,
  'file-not-opened': 0.5,
  'archive-encrypted': 0.5,
  'file-macros': 0.5,
  'file-double-type': 0.5,
  'file-page': 0.3,
  'file-type-differs': 0.3,
  'file-tnef': 0,
} satisfies Record<FileCode, number>

const MOST_FILES = 200

/** Whether the attached files are such as providers take, by their names and by their bytes. */
export const attachments: Analyzer = {
  name: 'attachments',
  group: 'message',
  title: 'Attachments',
  asks: 'Are there files that providers block?',
  why: 'Providers refuse a message for a file that could carry malware, whoever sends it.',
  who: WRITER,
  weight: WEIGHT,
  costs: COSTS,
  run({ raw, message }) {
    const parts = message.attachments
    if (parts.length === 0) return neutral('The message has no attachments.')
    const files = parts.slice(0, MOST_FILES).map((part) => readFile(raw, part))
    return conclude(WEIGHT, {
      findings: priced(judgeFiles(files), COSTS),
      passed: `Providers take ${files.length === 1 ? 'the attached file' : `the ${files.length} attached files`}.`,
      evidence: describe(files, parts.length),
      quotes: Object.fromEntries(
        files
          .filter(({ name }) => name !== '')
          .slice(0, 20)
          .map(({ name }, i) => [`file_${i + 1}`, name.slice(0, 200)]),
      ),
    })
  },
}

function describe(files: readonly AttachedFile[], count: number): Record<string, string> {
  const types = Map.groupBy(files, typeInWords)
  const listed = files.flatMap(({ archive }) => archive ?? [])
  const names = listed.reduce((sum, { names: inside }) => sum + inside.length, 0)
  const locked = files.filter((file) => file.locked).length
  return {
    attachments: String(count),
    types: [...types].map(([type, some]) => (some.length > 1 ? `${type} (${some.length})` : type)).join(', '),
    ...(listed.length > 0 && { archives: `${listed.length}, with ${names} names listed` }),
    ...(listed.some(({ cut }) => cut) && { not_listed: 'some archives tell only a part of their names' }),
    ...(locked > 0 && { documents_with_password: String(locked) }),
    ...(count > files.length && { not_looked_at: `${count - files.length} further files` }),
  }
}
