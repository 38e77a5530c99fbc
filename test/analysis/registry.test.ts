import { expect, test } from 'bun:test'
import { basename, dirname } from 'node:path'
import { Glob } from 'bun'
import { analyzers } from '../../src/analysis/registry.ts'

test('every analyzer file is registered once, under its own name and group', () => {
  const files = [...new Glob('*/*.ts').scanSync('src/analysis/analyzers')].map((file) => [
    dirname(file),
    basename(file, '.ts'),
  ])
  const registered = analyzers.map((analyzer) => [analyzer.group, analyzer.name])
  expect(registered.toSorted()).toEqual(files.toSorted() as typeof registered)
})

test('no name twice', () => {
  expect(new Set(analyzers.map((analyzer) => analyzer.name)).size).toBe(analyzers.length)
})

/** The most each check can cost: change one with its reason in the same commit. */
test('weights', () => {
  expect(Object.fromEntries(analyzers.map((analyzer) => [analyzer.name, analyzer.weight]))).toEqual({
    spf: 1.5,
    dkim: 1.5,
    dmarc: 6,
    arc: 0,
    bimi: 0,
    'reverse-dns': 1,
    helo: 0.5,
    tls: 1,
    mx: 0.5,
    blocklist: 3,
    'domain-blocklist': 2,
    'transport-policy': 0,
    'link-blocklist': 2,
    'delivery-path': 0,
    'smtp-conduct': 0.2,
    headers: 1,
    'sender-identity': 0.5,
    mime: 0.5,
    size: 0.2,
    attachments: 1,
    content: 1,
    subject: 0.3,
    html: 1,
    images: 0.3,
    links: 1,
    placeholders: 0.5,
    'list-unsubscribe': 0.5,
    'client-support': 0,
    accessibility: 0,
    spamassassin: 1,
    rspamd: 1,
    'provider-gmail': 0,
    'provider-yahoo': 0,
    'provider-outlook': 0,
    'provider-apple': 0,
    'provider-laposte': 0,
  })
})
