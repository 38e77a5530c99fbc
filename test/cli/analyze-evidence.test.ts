import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plain } from '../analysis/authentication/authentication-scene.ts'
import { workplace } from './running.ts'

let place: ReturnType<typeof workplace>
beforeEach(() => {
  place = workplace()
  writeFileSync(join(place.folder, 'm.eml'), plain())
})
afterEach(() => place.remove())

const analyze = (line: string) => place.run(`analyze ${line} ${place.folder}/m.eml`)

describe('mailgauge analyze and evidence', () => {
  test('the report that is made from the evidence is the same, byte for byte', async () => {
    const first = await analyze('--offline --json --helo mail.example.org --evidence-out e.json')
    expect(first.code).toBe(0)
    expect(statSync(join(place.folder, 'e.json')).mode & 0o007).toBe(0)
    const again = await analyze('--json --evidence e.json --evidence-out f.json')
    expect(again).toEqual(first)
    const [one, other] = ['e.json', 'f.json'].map((file) => readFileSync(join(place.folder, file), 'utf8'))
    expect(other).toBe(one ?? '')
    expect(JSON.parse(one ?? '').envelope.helo).toBe('mail.example.org')
    const text = await analyze('--evidence e.json')
    expect(await analyze('--evidence e.json')).toEqual(text)
  })

  test('evidence of one of several hosts says which; what is no name is refused', async () => {
    await analyze('--offline --evidence-out e.json')
    const kept = JSON.parse(readFileSync(join(place.folder, 'e.json'), 'utf8'))
    const write = (host: unknown) =>
      writeFileSync(
        join(place.folder, 'h.json'),
        JSON.stringify({ ...kept, host, settings: { ...kept.settings, host } }),
      )
    write('mx1')
    const { code, stderr } = await analyze('--evidence h.json --evidence-out i.json')
    expect([code, stderr]).toEqual([0, 'The evidence was gathered on the host mx1.\n'])
    expect(JSON.parse(readFileSync(join(place.folder, 'i.json'), 'utf8'))).toMatchObject({
      host: 'mx1',
      settings: { host: 'mx1' },
    })
    write('mx1\u001b[2J')
    expect(await analyze('--evidence h.json')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('host is no name of a host'),
    })
  })

  test('evidence is never written over', async () => {
    writeFileSync(join(place.folder, 'e.json'), '{}')
    expect(await analyze('--offline --evidence-out e.json')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'e.json exists: it is not written over.\n',
    })
  })

  test('a folder is no evidence', async () => {
    const { code, stderr } = await analyze(`--evidence ${place.folder}`)
    expect([code, stderr]).toEqual([1, `${place.folder} could not be read: it is a folder.\n`])
  })

  test.each([
    ['none.json', undefined, 'There is no file none.json.'],
    ['e.json', 'not json', 'e.json holds no evidence: it is no JSON, or not the whole of it.'],
    [
      'e.json',
      '{"now":1}',
      'The message could not be analysed: The evidence cannot be read: envelope is missing or no object.',
    ],
    [
      'e.json',
      '[1]',
      'The message could not be analysed: The evidence cannot be read: the evidence is missing or no object.',
    ],
  ])('%s with %p', async (file, content, sentence) => {
    if (content !== undefined) writeFileSync(join(place.folder, file), content)
    expect(await analyze(`--evidence ${file}`)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${sentence}\n`,
    })
  })

  test('answers of the wrong shape end in errors, not in a crash', async () => {
    await analyze('--offline --evidence-out e.json')
    const evidence = JSON.parse(readFileSync(join(place.folder, 'e.json'), 'utf8'))
    const strange = {
      ...evidence,
      dns: [null, 1, { name: {}, type: [] }],
      settings: { ...evidence.settings, lists: [3] },
    }
    writeFileSync(join(place.folder, 's.json'), JSON.stringify(strange))
    const { code, stderr } = await analyze('--evidence s.json')
    expect(code).toBe(1)
    expect(stderr).toBe(
      'The message could not be analysed: The evidence cannot be read: an entry of dns is missing or no object.\n',
    )
  })

  test('the evidence of another message is refused', async () => {
    await analyze('--offline --evidence-out e.json')
    writeFileSync(join(place.folder, 'm.eml'), `${plain()}\r\nOne more line.\r\n`)
    const { code, stdout, stderr } = await analyze('--evidence e.json')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/The evidence is that of another message: it names SHA-256 [0-9a-f]{16}…, and/)
  })

  test('evidence that names no message is taken for that of this one, as earlier versions wrote it', async () => {
    const first = await analyze('--offline --json --evidence-out e.json')
    const { messageHash, ...rest } = JSON.parse(readFileSync(join(place.folder, 'e.json'), 'utf8'))
    expect(messageHash).toMatch(/^[0-9a-f]{64}$/)
    writeFileSync(join(place.folder, 'e.json'), JSON.stringify(rest))
    expect(await analyze('--json --evidence e.json')).toEqual(first)
  })

  test('evidence of another version makes a report, and says that it is of another', async () => {
    const first = await analyze('--offline --json --evidence-out e.json')
    const evidence = JSON.parse(readFileSync(join(place.folder, 'e.json'), 'utf8'))
    writeFileSync(
      join(place.folder, 'e.json'),
      JSON.stringify({ ...evidence, scoringVersion: 999, later: { than: 'this version' } }),
    )
    const again = await analyze('--json --evidence e.json')
    expect(again.stdout).toBe(first.stdout)
    expect(again.stderr).toStartWith('The evidence was gathered with other versions')
    expect(again.stderr).toContain(`scoring 999 -> ${evidence.scoringVersion}`)
  })

  test.each([
    ['--helo a.example', '--helo'],
    ['--offline --client-ip 192.0.2.1', '--client-ip and --offline'],
  ])('%s is no word beside evidence', async (options, named) => {
    await analyze('--offline --evidence-out e.json')
    const { code, stderr } = await analyze(`--evidence e.json ${options}`)
    expect(code).toBe(2)
    expect(stderr).toEndWith(`leave out ${named}.\n`)
  })

  test('a report is shown though its evidence has no place to be written', async () => {
    const { code, stdout, stderr } = await analyze('--offline --evidence-out none/e.json')
    expect(code).toBe(1)
    expect(stdout).toContain('SPF')
    expect(stderr).toContain('none/e.json')
  })
})
