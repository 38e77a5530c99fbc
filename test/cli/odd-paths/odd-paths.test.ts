import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sendSample } from '../../../src/app/demo/send-sample.ts'
import { checkStart } from '../../../src/app/start-check/start-check.ts'
import type { Command } from '../../../src/cli/command.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { ENTRIES, variableOf } from '../../../src/config/catalogue.ts'
import { writeConfig } from '../../support/binary.ts'
import { unprivileged } from '../../support/unprivileged.ts'
import { workplace } from '../running.ts'
import { NO_PATHS, ofConfig, PATHS, valuesOf } from './calls.ts'
import { oddPaths } from './odd-paths.ts'
import { rawIn } from './raw.ts'

const place = workplace({
  checkStart,
  sendSample,
})
let paths: Readonly<Record<string, string>> = {}

beforeAll(() => {
  writeConfig(place.folder)
  paths = oddPaths(place.folder)
})
afterAll(() => place.remove())

const A_SENTENCE = /[A-Za-z]+ [a-z]+ [a-z]+/

async function called(argv: readonly string[], environment: Record<string, string> = {}) {
  const { code, stdout, stderr } = await unprivileged(() => place.run(argv, environment))
  const said = `${stdout}${stderr}`.replaceAll(place.folder, '')
  return { code, said, raw: rawIn(said) }
}

/** What is wrong with how a call ends that can do nothing. */
async function faultsOf(argv: readonly string[]): Promise<string[]> {
  const { code, said, raw } = await called(argv)
  return [
    ...raw.map((one) => `it shows "${one}": ${said}`),
    ...(code === 0 ? [`it ends with 0: ${said}`] : []),
    ...(A_SENTENCE.test(said) ? [] : [`there is no sentence: ${said}`]),
  ]
}

async function walk(
  command: Command,
  values: ReturnType<typeof valuesOf>,
  fine: readonly string[] = [],
): Promise<string[]> {
  const faults: string[] = []
  for (const { name, argv } of values) {
    for (const [odd, path] of Object.entries(paths)) {
      if (fine.includes(odd)) continue
      const found = await faultsOf(argv(path))
      faults.push(...found.map((fault) => `${command.name} ${name} (${odd}): ${fault}`))
    }
  }
  return faults
}

describe('each command that takes a path', () => {
  test('every value of a command is known for a path or for none', () => {
    const words = COMMANDS.flatMap((command) => valuesOf(command).map(({ word }) => word))
    expect(words.filter((word) => PATHS.has(word) === NO_PATHS.has(word))).toEqual([])
  })

  const taking = COMMANDS.map((command) => ({
    command,
    values: valuesOf(command).filter(({ word }) => PATHS.has(word)),
  })).filter(({ values }) => values.length > 0)
  test.each(taking.map((one) => [one.command.name, one] as const))(
    '%s',
    async (_, { command, values }) => {
      // A backup is written into a folder.
      expect(await walk(command, values, command.name === 'backup' ? ['a folder'] : [])).toEqual([])
    },
    60_000,
  )
})

describe('each command that reads the config', () => {
  const reading = COMMANDS.filter(({ configured }) => configured).map((one) => [one.name, one] as const)
  test.each(reading)('%s', async (_, command) => {
    expect(await walk(command, [ofConfig(command, 'config')])).toEqual([])
  })

  // Where there is none it is made; what cannot be one is the same for all that open it.
  const opening = reading.filter(
    ([name]) => !name.startsWith('config ') && name !== 'serve' && name !== 'mcp',
  )
  test.each(opening)(
    '%s with another data directory',
    async (_, command) => {
      expect(await walk(command, [ofConfig(command, 'store.directory')], ['missing', 'a folder'])).toEqual([])
    },
    60_000,
  )
})

describe('config check', () => {
  const named = ENTRIES.filter(({ option }) => option.path).map(({ name }) => name)
  test.each(named)('%s', async (name) => {
    for (const path of Object.values(paths)) {
      const { code, raw, said } = await called(['config', 'check', `--${name}`, path])
      expect({ raw, said: code === 0 || A_SENTENCE.test(said) }).toEqual({ raw: [], said: true })
    }
  })

  test('each variable that names a file', async () => {
    const odd = Object.entries(paths).flatMap(([name, path]) => (name === 'a file' ? [] : [path]))
    for (const [index, { name }] of ENTRIES.entries()) {
      // All are read by the same code: one takes them all.
      for (const path of index === 0 ? odd : [paths['unreadable'] ?? '', paths['missing'] ?? '']) {
        const { code, raw, said } = await called(['config', 'check'], { [`${variableOf(name)}_FILE`]: path })
        expect({
          code,
          raw,
          said: said.includes('cannot be read') || said.includes('there is no file'),
        }).toEqual({
          code: 2,
          raw: [],
          said: true,
        })
      }
    }
  }, 60_000)
})
