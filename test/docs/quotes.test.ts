import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { ROOT, textOf } from './documents.ts'

/** What the program says, as docs quote it so that people find the page by it. */
const QUOTES: readonly (readonly [document: string, words: string])[] = [
  ['docs/install.md', 'The certificate was read again'],
  ['docs/install.md', 'may not be read by this user'],
  ['docs/install.md', 'The configuration is right'],
  ['docs/install.md', 'Create a test address'],
  ['docs/reverse-proxy.md', 'This form came from another site'],
  ['docs/reverse-proxy.md', 'Too many test addresses for now'],
  ['docs/troubleshooting.md', 'No such address, or it has expired'],
  ['docs/troubleshooting.md', 'Compare it with the address that the test shows, letter by letter;'],
  ['docs/troubleshooting.md', 'another program listens there already'],
  ['docs/troubleshooting.md', 'is in use by another mailgauge'],
  ['docs/troubleshooting.md', 'is empty: a database was here'],
  ['docs/troubleshooting.md', 'could not be determined'],
]

const source = [...new Glob('src/**/*.{ts,tsx}').scanSync({ cwd: ROOT })]
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')
  .replaceAll(/\s+/g, ' ')

test.each(QUOTES)('%s: %s', (document, words) => {
  expect(textOf(document).replaceAll(/\s+/g, ' ')).toContain(words)
  expect(source).toContain(words)
})
