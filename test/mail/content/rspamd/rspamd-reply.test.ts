import { describe, expect, test } from 'bun:test'
import { readRspamdReply } from '../../../../src/mail/content/rspamd/rspamd-reply.ts'

const REPLY = { is_skipped: false, score: 1.914285, required_score: 15, action: 'no action', symbols: {} }
const body = (changes: object = {}) => JSON.stringify({ ...REPLY, ...changes })
const report = (changes: object) => {
  const read = readRspamdReply(body(changes))
  if (read.kind !== 'report') throw new Error(read.says)
  return read
}
const saysOf = (text: string) => {
  const read = readRspamdReply(text)
  return read.kind === 'unreadable' ? read.says : read
}

describe('a reply of Rspamd', () => {
  test('score, action and symbols', () => {
    const symbols = {
      FORGED_SENDER: {
        name: 'FORGED_SENDER',
        score: 0.3,
        metric_score: 0.3,
        description: 'Sender is forged',
        options: ['secret@example.org', 5],
      },
      MIME_TRACE: { name: 'MIME_TRACE', score: 0, metric_score: 0 },
    }
    expect(report({ symbols })).toEqual({
      kind: 'report',
      points: 1.91,
      required: 15,
      action: 'no action',
      forced: false,
      rules: [
        {
          name: 'FORGED_SENDER',
          points: 0.3,
          description: 'Sender is forged',
          notes: ['secret@example.org'],
        },
        { name: 'MIME_TRACE', points: 0, description: '', notes: [] },
      ],
    })
  })

  test.each([
    ['by its points', { action: 'reject', score: 15.1 }, false],
    ['below its points', { action: 'reject', score: 2 }, true],
    ['by a pattern, which skips the rest', { action: 'reject', score: 15, is_skipped: true }, true],
    ['not at all', { action: 'add header', score: 7 }, false],
  ])('rejected %s', (_name, changes, forced) => {
    expect(report(changes).forced).toBe(forced)
  })

  test.each([
    ['nothing', '', 'not that of Rspamd'],
    ['HTML', '<html>', 'not that of Rspamd'],
    ['an array', '[1]', 'not that of Rspamd'],
    ['null', 'null', 'not that of Rspamd'],
    ['deep nesting', '['.repeat(500_000), 'not that of Rspamd'],
    ['deep nesting inside', `{"score":1,"x":${'['.repeat(400_000)}${']'.repeat(400_000)}}`, 'Rspamd|score'],
    ['no score', '{"error":"secret words"}', 'no score'],
    ['a score of words', body({ score: '1' }), 'no score'],
    ['infinity', body().replace('1.914285', '1e999'), 'no score'],
    ['a threshold of zero', body({ required_score: 0 }), 'no score'],
    ['no threshold', body({ required_score: null }), 'no score'],
    ['an action that is none', body({ action: 'secret\u0000' }), 'no action'],
    ['skipped', body({ is_skipped: true }), 'skipped'],
    ['no symbols', body({ symbols: undefined }), 'symbols'],
    ['symbols that are a list', body({ symbols: [1] }), 'symbols'],
    ['a symbol without score', body({ symbols: { A: {} } }), 'symbols'],
    ['a symbol that is null', body({ symbols: { A: null } }), 'symbols'],
    ['a name of words', body({ symbols: { 'secret words': { score: 1 } } }), 'symbols'],
    ['a hundred thousand rules', manyRules(100_000), 'symbols'],
  ])('%s is no verdict', (_name, text, says) => {
    const said = saysOf(text)
    expect(said).toMatch(new RegExp(says))
    expect(said).not.toContain('secret')
  })

  test('a symbol called __proto__ is a name like another', () => {
    const text = body({ symbols: { A: { score: 1 } } }).replace('"A"', '"__proto__"')
    expect(readRspamdReply(text)).toMatchObject({ rules: [{ name: '__proto__', points: 1 }] })
  })

  test('control characters do not pass', () => {
    const symbols = { A: { score: 1, description: 'a\u001b[31m\r\nb\u202e', options: ['\u0007x'] } }
    expect(report({ symbols }).rules[0]).toMatchObject({ description: 'a [31m b', notes: ['x'] })
  })
})

function manyRules(count: number): string {
  const symbols = Object.fromEntries(Array.from({ length: count }, (_, at) => [`R${at}`, { score: 1 }]))
  return body({ symbols })
}
