import { afterEach, expect, test } from 'bun:test'
import { FIRST_STEP, openStepPage, type StepPage, stepWriter } from '../../src/jobs/analysis-steps.ts'

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
