import { expect, test } from 'bun:test'
import { mendedKey } from '../../../src/mail/dkim/mend-key.ts'
import { KEY_TXT, PUBLIC_KEY } from '../../analysis/authentication/authentication-scene.ts'

const P = `k=rsa; p=${PUBLIC_KEY}`

test.each<[string, string, string | undefined]>([
  ['nothing to mend', KEY_TXT, undefined],
  ['v= misspelt', `v=dkim1; ${P}`, `v=DKIM1; ${P}`],
  ['v= behind', `${P}; v=DKIM1`, `v=DKIM1; ${P}`],
  ['testing', `v=DKIM1; t=y; ${P}`, `v=DKIM1; ${P}`],
  ['testing and strict', `v=DKIM1; t=y:s; ${P}`, `v=DKIM1; t=s; ${P}`],
  ['sha1 alone', `v=DKIM1; h=sha1; ${P}`, `v=DKIM1; ${P}`],
  [
    'sha1 beside sha256 is no fault, and stays',
    `v=DKIM1; h=sha1:sha256; t=y; ${P}`,
    `v=DKIM1; h=sha1:sha256; ${P}`,
  ],
  ['not for mail', `v=DKIM1; s=tlsrpt; ${P}`, `v=DKIM1; ${P}`],
  ['quotes', `"v=DKIM1; ${P}"`, `v=DKIM1; ${P}`],
  ['revoked besides', 'v=DKIM1; t=y; p=', undefined],
  ['cut besides', `v=DKIM1; t=y; k=rsa; p=${PUBLIC_KEY.slice(0, 40)}`, undefined],
  ['too long', `v=DKIM1; t=y; ${P}; n=${'x'.repeat(5_000)}`, undefined],
  ['another record', 'v=spf1 -all', undefined],
])('%s', (_name, published, mended) => {
  expect(mendedKey('s1._domainkey.example.org', published)).toBe(mended as string)
})
