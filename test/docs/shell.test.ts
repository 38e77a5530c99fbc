import { describe, expect, test } from 'bun:test'
import { blocksOf, DOCUMENTS } from './documents.ts'

const SHELLS: Record<string, string> = { sh: 'sh', bash: 'bash' }
const shellcheck = Bun.which('shellcheck')

const run = (command: string[], text: string) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { stdin: Buffer.from(text) })
  return exitCode === 0 ? undefined : `${stdout}${stderr}`
}

describe.each(DOCUMENTS)('%s', (document) => {
  const blocks = blocksOf(document).filter(({ language }) => SHELLS[language])

  test('a shell reads what it says to type', () => {
    const faults = blocks.flatMap(({ language, text, line }) => {
      const fault = run([SHELLS[language] ?? '', '-n'], text)
      return fault === undefined ? [] : [`${document}:${line}: ${fault}`]
    })
    expect(faults).toEqual([])
  })

  test.skipIf(!shellcheck)('its scripts are in order', () => {
    const faults = blocks
      .filter(({ text }) => text.startsWith('#!'))
      .flatMap(({ text, line }) => {
        const fault = run(['shellcheck', '--severity=warning', '-'], text)
        return fault === undefined ? [] : [`${document}:${line}: ${fault}`]
      })
    expect(faults).toEqual([])
  })
})
