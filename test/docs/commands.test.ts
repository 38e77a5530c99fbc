import { describe, expect, test } from 'bun:test'
import { basename } from 'node:path'
import { COMMANDS } from '../../src/cli/commands.ts'
import { helpOn } from '../../src/cli/help.ts'
import { parseCommandLine } from '../../src/cli/parse.ts'
import { blocksOf, DOCUMENTS, spansOf } from './documents.ts'
import { commandsOf } from './shell-lines.ts'

/** What a command line is told that stands in a sentence, where operands may be left out. */
const IN_A_SENTENCE = / is missing\.|: say what to do\.$/

/** What the program starts itself by. */
const INTERNAL = ['__analyse', '__check-database']

/** What the program would say against the words behind its name. Undefined: nothing. */
function faultOf(argv: readonly string[]): string | undefined {
  if (INTERNAL.includes(argv[0] ?? '')) return undefined
  const parsed = parseCommandLine(argv, COMMANDS)
  if (parsed.kind === 'wrong') return parsed.reason
  if (parsed.kind === 'run' && parsed.command.name === 'help') {
    const topic = parsed.call.operands.join(' ')
    return topic.startsWith('<') || helpOn(topic, COMMANDS) ? undefined : `no help on ${topic}`
  }
  return undefined
}

const isProgram = (word: string | undefined) =>
  word !== undefined && basename(word) === 'mailgauge' && !word.endsWith('.d/mailgauge')

describe.each(DOCUMENTS)('%s', (document) => {
  test('every command in its blocks is one that the program takes', () => {
    const faults = blocksOf(document).flatMap((block) =>
      commandsOf(block)
        .filter(([program]) => isProgram(program))
        .map(([, ...argv]) => ({ at: `${document}:${block.line}`, argv, fault: faultOf(argv) }))
        .filter(({ fault }) => fault !== undefined),
    )
    expect(faults).toEqual([])
  })

  test('every command in its sentences is one, operands apart', () => {
    const faults = spansOf(document).flatMap(({ text, line }) =>
      commandsOf({ document, language: 'sh', text, line })
        .filter(([program, first]) => program === 'mailgauge' && first !== undefined && first !== '…')
        .map(([, ...argv]) => ({
          at: `${document}:${line}`,
          argv,
          fault: faultOf(argv.filter((word) => word !== '…')),
        }))
        .filter(({ fault }) => fault !== undefined && !IN_A_SENTENCE.test(fault)),
    )
    expect(faults).toEqual([])
  })
})

test('commands are found where they stand', () => {
  const found = (text: string) => commandsOf({ document: '', language: 'sh', text, line: 1 })
  expect(found('sudo -u mailgauge mailgauge rescore --all \\\n  --diff     # what would change')).toEqual([
    ['mailgauge', 'rescore', '--all', '--diff'],
  ])
  expect(found("A='x y' dist/mailgauge check \"a b\" | jq '.x | y' > f; echo $(mailgauge version)")).toEqual([
    ['dist/mailgauge', 'check', 'a b'],
    ['jq', '.x | y'],
    ['>', 'f'],
    ['echo'],
    ['mailgauge', 'version'],
  ])
  expect(faultOf(['admin', 'crate'])).toContain('did you mean admin create')
  expect(faultOf(['doctor', '--jsn'])).toContain('did you mean --json')
})
