import { expect, test } from 'bun:test'
import { createBrokenLog } from '../../../src/smtp/fair/broken.ts'

function underControl() {
  let time = 0
  const lines: string[] = []
  const info = (facts: object, sentence: string) => {
    lines.push(`${sentence} ${JSON.stringify(facts)}`)
  }
  const log = createBrokenLog({ info, warn: info, error: info }, { now: () => new Date(time) })
  return {
    log,
    lines,
    pass(ms: number) {
      time += ms
    },
  }
}

test('the first of a network is told at once, the others as a number when the minute is over', () => {
  const { log, lines, pass } = underControl()
  for (let i = 0; i < 1000; i++) log.broke('a', 'reset')
  log.broke('b', 'timeout')
  expect(lines).toEqual([
    'An SMTP connection broke {"client":"a","reason":"reset"}',
    'An SMTP connection broke {"client":"b","reason":"timeout"}',
  ])
  pass(59_999)
  log.sumUp()
  expect(lines).toHaveLength(2)
  pass(1)
  log.sumUp()
  expect(lines.slice(2)).toEqual([
    'More SMTP connections of this client broke {"client":"a","connections":999}',
  ])
  log.broke('a', 'reset')
  expect(lines).toHaveLength(4)
})

test('networks without number make one line, and the end of the server tells it', () => {
  const { log, lines } = underControl()
  for (let i = 0; i < 5000; i++) log.broke(`${i}`, 'reset')
  expect(lines).toHaveLength(20)
  log.sumUp('now')
  expect(lines.slice(20)).toEqual(['More SMTP connections of other clients broke {"connections":4980}'])
})
