import { describe, expect, test } from 'bun:test'
import { stripVTControlCharacters } from 'node:util'
import { isJournal } from '../../../src/app/log/journal.ts'
import { createLog } from '../../../src/app/log.ts'

type Options = Parameters<typeof createLog>[0]

/** What a log writes, line for line. */
function logWith(options: Partial<Options> = {}, journal = false, terminal = false) {
  const written: string[] = []
  const output = { write: (line: string) => void written.push(line) }
  const log = createLog({ level: 'debug', format: 'json', ...options }, { terminal, journal, output })
  return { log, written, last: () => JSON.parse(written.at(-1) ?? '') as Record<string, unknown> }
}

const HOSTILE = {
  'a terminal is steered': 'evil\u001b[2J\u001b]0;x\u0007',
  'lines are forged': 'a\r\n{"level":"error","msg":"forged"}',
  'the direction is turned': 'gpj.\u202eexe\u2066',
  'nothing can be seen': '\u200b\u2060\ufeff\u00ad',
  'C1 controls': '\u009b2J\u0085',
  'lone surrogates': '\ud800x',
  'separators of lines': 'a\u2028b\u2029c',
  'private and unassigned': '\ue000\u{e0001}',
}

/** What is left to be seen: nothing steers. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u

describe('a hostile value', () => {
  for (const [what, value] of Object.entries(HOSTILE)) {
    test(`in JSON and in text: ${what}`, () => {
      const json = logWith()
      json.log.info({ helo: value, deep: { list: [value] } }, 'A sentence')
      expect(json.written).toHaveLength(1)
      expect(json.written[0]?.trimEnd()).not.toMatch(UNSEEN)
      expect(String(json.last()['helo'])).not.toMatch(UNSEEN)
      for (const terminal of [false, true]) {
        const text = logWith({ format: 'text' }, false, terminal)
        text.log.info({ helo: value }, 'A sentence')
        const shown = stripVTControlCharacters(text.written.join(''))
        expect(shown.trimEnd()).not.toMatch(UNSEEN)
        expect(shown.trimEnd().split('\n')).toHaveLength(1)
      }
    })
  }

  test('is written so that it can be known', () => {
    const { log, last } = logWith()
    log.info({ helo: 'a\u202eb\u{e0001}\n' }, 'A sentence')
    expect(last()['helo']).toBe('a\\u202eb\\u{e0001}\\u000a')
  })

  test('of 10 KB is cut, and so are lists and depths without an end', () => {
    const { log, written } = logWith()
    const round: Record<string, unknown> = {}
    round['self'] = round
    log.warn({ helo: 'ä'.repeat(10_240), many: Array.from({ length: 5000 }, () => 'x'), round }, 'A sentence')
    expect(written[0]?.length).toBeLessThan(4000)
    expect(written[0]).toContain('and 4950 more')
  })

  test('in a sentence is no different', () => {
    const { log, last } = logWith()
    log.warn({}, 'The certificate is for \u001b[31mevil\nand ann@example.org')
    expect(last()['msg']).toBe('The certificate is for \\u001b[31mevil\\u000aand …@example.org')
  })
})

describe('what opens something or names a person', () => {
  const TOKEN = 'abcdefghijklmnopqrstuvwxyz'
  test.each([
    ['a token', `/t/${TOKEN}`, '/t/abcd…'],
    ['a key', 'Bearer mg_0123456789abcdefghijklmnopqrstuvwx', 'Bearer mg_…'],
    ['a code', `http://x/setup#t=st_${'aB3-'.repeat(11)}`, 'http://x/setup#t=…'],
    ['an address', '550 <ann.lee+x@example.org>: no', '550 <…@example.org>: no'],
    ['a quoted one', '"ann lee"@example.org', '…@example.org'],
    ['a password in an address', 'https://ann:pass@example.org/', 'https://ann:…@example.org/'],
    ['a token that the cut would split', `${'x '.repeat(495)}${TOKEN}`, /abcd…$|…$/],
  ])('%s is masked', (_, value, shown) => {
    const { log, last } = logWith()
    log.info({ reason: value, list: [value], deep: { value } }, 'A sentence')
    const { reason, list, deep } = last() as { reason: string; list: string[]; deep: { value: string } }
    for (const one of [reason, list[0], deep.value]) {
      expect(one).not.toContain(TOKEN.slice(0, 8))
      if (typeof shown === 'string') expect(one).toBe(shown)
      else expect(one).toMatch(shown)
    }
  })

  test('ids of messages and requests stay as they are', () => {
    const { log, last } = logWith()
    const [message, request] = [`msg_${TOKEN}`, `req_${'0123456789ab'.repeat(2)}`]
    log.info({ message, request }, 'A sentence')
    expect(last()).toMatchObject({ message, request })
  })
})

describe('an error', () => {
  test('of the system is told whole, with its code and where', () => {
    const { log, last } = logWith()
    const cause = Object.assign(new Error("ENOSPC: no space left on device, write '/var/lib/mailgauge/x'"), {
      code: 'ENOSPC',
    })
    log.error({ err: cause }, 'It failed')
    expect(last()['err']).toMatchObject({
      type: 'Error',
      code: 'ENOSPC',
      message: expect.stringContaining('/var/lib/mailgauge/x'),
      stack: expect.stringMatching(/^\s+at /),
    })
  })

  test('of ours or a library tells neither what it quotes, nor its parameters, nor fields of its own', () => {
    const { log, written, last } = logWith()
    const query = Object.assign(
      new Error('Failed query: insert into people values (?)\nparams: Ann Secret'),
      {
        query: 'insert',
        params: ['Ann Secret'],
        cause: Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' }),
      },
    )
    log.error({ err: query }, 'It failed')
    log.error({ err: new SyntaxError('JSON Parse error: Unexpected identifier "Secret"') }, 'It failed')
    log.error({ err: new Error("no such thing as `Secret' in 'Secret'") }, 'It failed')
    expect(written.join('')).not.toContain('Secret')
    expect(JSON.parse(written[0] ?? '').err).toMatchObject({
      message: expect.stringContaining('Failed query'),
      cause: { code: 'SQLITE_BUSY', message: 'database is locked' },
    })
    expect(last()['err']).toMatchObject({ type: 'Error' })
  })

  test('of a step of an analysis tells its kind and where, whatever it says', () => {
    const { log, last } = logWith()
    log.error(
      { step: 'subject', stack: 'TypeError: Secret words\n    at subject (subject.ts:1:2)' },
      'It failed',
    )
    expect(last()['stack']).toBe('TypeError\n    at subject (subject.ts:1:2)')
  })
})

describe('the journal of systemd', () => {
  test('finds a line by its level, and gets the JSON as it is', () => {
    const { log, written } = logWith({}, true)
    log.error({}, 'One')
    log.warn({}, 'Two')
    log.info({}, 'Three')
    log.debug({}, 'Four')
    expect(written.map((line) => line.slice(0, 3))).toEqual(['<3>', '<4>', '<6>', '<7>'])
    for (const line of written) expect(JSON.parse(line.slice(3))).toMatchObject({ level: expect.any(String) })
  })

  test('is known by the stream that systemd names, and no other output is taken for it', () => {
    const output = () => ({ dev: 8n, ino: 4711n })
    expect(isJournal('8:4711', output)).toBe(true)
    expect(isJournal('8:4712', output)).toBe(false)
    expect(isJournal(undefined, output)).toBe(false)
    expect(
      isJournal('8:4711', () => {
        throw new Error('EBADF')
      }),
    ).toBe(false)
  })
})

test('format auto is JSON where nobody looks, and text on a terminal', () => {
  const quiet = logWith({ format: 'auto' })
  quiet.log.info({ a: 1 }, 'Listening')
  expect(quiet.last()).toMatchObject({ level: 'info', a: 1, msg: 'Listening', time: expect.any(String) })
  const seen = logWith({ format: 'auto' }, false, true)
  seen.log.info({ a: 1 }, 'Listening')
  expect(stripVTControlCharacters(seen.written[0] ?? '')).toMatch(/INFO.*Listening \{"a":1\}/)
})

test('below its level nothing is written, and what is grave is noted as it was said', () => {
  const noted: unknown[] = []
  const written: string[] = []
  const log = createLog(
    { level: 'warn', format: 'json' },
    { terminal: false, journal: false, output: { write: (line) => void written.push(line) } },
    { note: (level, _at, sentence, facts) => void noted.push([level, sentence, facts]) },
  )
  log.info({}, 'One')
  log.warn({ list: 'a' }, 'Two')
  expect(written).toHaveLength(1)
  expect(noted).toEqual([['warn', 'Two', { list: 'a' }]])
})
