import { afterAll, describe, expect, test } from 'bun:test'
import { COMMANDS } from '../../src/cli/commands.ts'
import { workplace } from './running.ts'

const { run, remove } = workplace()
afterAll(remove)

describe('what is wrong with a command line is said, with exit code 2', () => {
  test.each([
    ['kee list', 'There is no command kee, did you mean key?'],
    ['key lst', 'There is no command key lst, did you mean key list?'],
    ['key', 'key: say what to do.'],
    ['quux', 'There is no command quux.'],
    ['key create --accont x', 'key create: There is no option --accont, did you mean --account?'],
    ['key create --constructor', 'key create: There is no option --constructor.'],
    ['key list -x', 'key list: There is no option -x.'],
    ['key list --account', '--account: a value is missing.'],
    ['key list --json=yes', '--json: takes no value.'],
    ['key rotate', 'key rotate: <key> is missing.'],
    ['key revoke a b', 'key revoke: "b" is one word too many.'],
    ['--jsn key list', 'There is no option --jsn.'],
    ['--data=x', 'A command is missing.'],
    ['-c', '-c: a value is missing.'],
    ['version --data=x', 'version: this command does not read the config.'],
    ['help kye', 'There is no help on "kye", did you mean key?'],
    ['key list --smtp.lissten=:25', '--smtp.lissten: there is no such option, did you mean --smtp.listen?'],
    ['key list -c nowhere.toml', 'There is no config file'],
    ['key create --scopes tests:wirte', 'There is no scope "tests:wirte", did you mean tests:write?'],
    ['key create --expires soon', '--expires: expected a duration'],
    ['key create --expires 2027-02-31x', '--expires: expected a duration'],
  ])('%s', async (line, says) => {
    const { code, stdout, stderr } = await run(line)
    expect(stderr).toContain(says)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })
})

describe('help', () => {
  test.each(COMMANDS.map(({ name }) => [name] as const))('mailgauge %s --help', async (name) => {
    const asked = await run(`${name} --help`)
    expect(asked).toMatchObject({ code: 0, stderr: '' })
    expect(asked.stdout).toStartWith(`Usage: mailgauge ${name}`)
    for (const option of Object.keys(COMMANDS.find((command) => command.name === name)?.options ?? {})) {
      expect(asked.stdout).toContain(`--${option}`)
    }
    expect((await run(`help ${name}`)).stdout).toBe(asked.stdout)
    const prose = asked.stdout.split('\n').filter((line) => !/^ {2}(?:mailgauge|KEY=)/.test(line))
    expect(prose.filter((line) => line.length > 100)).toEqual([])
  })

  test('the overview names every command', async () => {
    for (const line of ['--help', '-h', 'help']) {
      const { code, stdout } = await run(line)
      expect(code).toBe(0)
      for (const { name, summary } of COMMANDS)
        expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'))
    }
    expect(await run('')).toMatchObject({ code: 2, stdout: expect.stringContaining('Usage:') })
  })

  test('a group, and the options of the config', async () => {
    expect((await run('help key')).stdout).toContain('key rotate')
    expect((await run('key --help')).stdout).toBe((await run('help key')).stdout)
    const { stdout } = await run('help options')
    expect(stdout).toContain('--smtp.max_message\n')
    expect(stdout).toContain('Default: "25MB".')
  })

  test('every command says what it does in one line without a full stop', () => {
    for (const { summary } of COMMANDS) expect(summary).toMatch(/^[A-Z].{10,75}[^.]$/)
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length)
  })
})

test('the version', async () => {
  for (const line of ['version', '--version', '-V']) {
    expect(await run(line)).toEqual({ code: 0, stdout: 'mailgauge 1.2.3\n', stderr: '' })
  }
})
