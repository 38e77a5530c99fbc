import { expect, test } from 'bun:test'
import type { AnalysisRequest } from '../../src/jobs/analysis-protocol.ts'
import { AHEAD, AT_START, type WarmUpDeps, warmUp } from '../../src/jobs/warm-up.ts'
import { signMessage } from '../../src/mail/authentication/dkim/sign.ts'

function warming(word: string | undefined, analyse: WarmUpDeps['analyse'] = async () => undefined) {
  const read: AnalysisRequest[] = []
  const deps: WarmUpDeps = {
    lists: [],
    sign: signMessage,
    analyse(request, zone) {
      read.push(request)
      return analyse(request, zone)
    },
  }
  return { read, ...warmUp(word, deps) }
}

test('a process that is started for a message reads none of ours', async () => {
  const { read, first, over } = warming(undefined)
  await first
  await over
  expect(read).toEqual([])
})

test('one that is started ahead reads one, one at the start of the service several; nothing is asked or fetched', async () => {
  const ahead = warming(AHEAD)
  await ahead.over
  expect(ahead.read.length).toBe(1)
  const atStart = warming(AT_START)
  await atStart.over
  expect(atStart.read.length).toBeGreaterThan(4)
  expect(new Set(atStart.read.map(({ raw }) => raw)).size).toBe(2)
  expect(atStart.read.every(({ dns }) => dns.offline && dns.servers.length === 0)).toBe(true)
})

test('a message that comes cuts it short: it waits for one of ours at most', async () => {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const { read, first, over, cutShort } = warming(AT_START, async () => {
    started.resolve()
    await ended.promise
  })
  await started.promise
  cutShort()
  ended.resolve()
  await first
  await over
  expect(read.length).toBe(1)
})

test('a fault in one of ours keeps no process from its work', async () => {
  const { first, over } = warming(AT_START, () => Promise.reject(new Error('on purpose')))
  await first
  await over
})
