import { afterEach, expect, test } from 'bun:test'
import { fstatSync } from 'node:fs'
import {
  FIRST_STEP,
  openStepPage,
  type StepPage,
  stepWriter,
  takeMessage,
} from '../../src/jobs/analysis-steps.ts'

let page: StepPage
afterEach(() => page.close())

test('the step that a message was last at is read, and nothing of what stood there before', () => {
  page = openStepPage()
  const note = stepWriter(page.fd)
  expect(page.lastOf(1)).toBe(FIRST_STEP)
  for (const step of ['parse', 'a-step-with-a-long-name', 'a-step-with-a-long-name', 'spf']) note(1, step)
  expect(page.lastOf(1)).toBe('spf')
})

test('a message that has written nothing is at its first step, whatever the one before it was at', () => {
  page = openStepPage()
  const note = stepWriter(page.fd)
  note(1, 'links')
  expect(page.lastOf(2)).toBe(FIRST_STEP)
  note(2, 'links')
  expect(page.lastOf(2)).toBe('links')
})

test('each process has a page of its own', () => {
  page = openStepPage()
  const other = openStepPage()
  stepWriter(page.fd)(1, 'dkim')
  expect(other.lastOf(1)).toBe(FIRST_STEP)
  other.close()
})

test('a message that is put there is taken whole, leaves no room taken, and the step beside it stays', () => {
  page = openStepPage()
  stepWriter(page.fd)(1, 'dkim')
  const raw = new Uint8Array(3_000_000).map((_, at) => at % 253)
  expect(page.put(raw)).toBe(true)
  expect(Bun.hash(takeMessage(raw.length, page.fd))).toBe(Bun.hash(raw))
  expect(page.lastOf(1)).toBe('dkim')
  expect(fstatSync(page.fd).size).toBe(128)
  expect(() => takeMessage(1, page.fd)).toThrow('Of a message of 1 octets 0 were handed over')
})
