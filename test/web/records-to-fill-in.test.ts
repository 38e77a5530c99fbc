import { expect, test } from 'bun:test'
import { h } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { Advice } from '../../src/web/components/advice.tsx'

const shown = (advice: string) => renderToStaticMarkup(h(Advice, { advice }))

test('a record is to be copied, a form that is to be filled in is not', () => {
  const policy = shown('Publish: _dmarc.example.org TXT "v=DMARC1; p=none; rua=mailto:dmarc@example.org"')
  const key = shown('Publish: mail._domainkey.example.org TXT "v=DKIM1; k=rsa; p=<public key>"')
  expect(policy).toContain('<button')
  expect(key).toContain('&lt;public key')
  expect(key).not.toContain('<button')
})
