import { gzipSync } from 'node:zlib'
import { createSubmitter } from '../../src/smtp/submit.ts'
import { until } from '../../test/support/until.ts'
import type { Walker } from './tests.ts'

/** The reports of a verified domain of an evaluation, from none to a conflict that is settled. */
export async function walkThroughDmarc(
  { page, base, photograph, press }: Walker,
  smtp: { host: string; port: number },
): Promise<void> {
  const dmarc = `${page.url().split(/[?#]/)[0]}/dmarc`
  const see = async (rest: string, name: string) => {
    await page.goto(`${dmarc}${rest}`)
    await photograph(name)
  }
  /** The list of files, as soon as so many are there. */
  const files = (many: number) =>
    until(async () => {
      await page.goto(`${dmarc}/files`)
      return (await page.locator('.dmarc-files tbody tr').count()) >= many
    })
  await page.goto(base + new URL(dmarc).pathname.replace(/\/dmarc$/, ''))
  const address = (await page.locator('#dmarc-reports ~ .address code').textContent()) ?? ''
  await see('', 'dmarc-none')
  await see('/files', 'dmarc-files-none')
  await page.goto(dmarc)
  await press('Send sample reports')
  await photograph('dmarc-samples-sent')
  await files(7)
  await createSubmitter(smtp).submit(hostileMail(address))
  await files(9)
  await photograph('dmarc-files')
  for (const [rest, name] of [
    ['', 'dmarc'],
    ['?days=366', 'dmarc-12-months'],
    ['?from=2026-02-30', 'dmarc-wrong-day'],
    ['/sources', 'dmarc-sources'],
    ['/sources?standing=passing', 'dmarc-sources-of-one-kind'],
    ['/sources?group_by=ip', 'dmarc-sources-by-ip'],
    ['/sources?group_by=reporter', 'dmarc-sources-by-reporter'],
    ['/source?key=as:64500', 'dmarc-source-none'],
    ['/reports', 'dmarc-reports'],
    ['/reports?reporter=nobody', 'dmarc-reports-of-nobody'],
    ['/files?outcome=rejected', 'dmarc-files-rejected'],
    ['/import', 'dmarc-import'],
  ] as const)
    await see(rest, name)
  await page.goto(`${dmarc}/sources`)
  await page.locator('.dmarc-sources tbody a').first().click()
  await photograph('dmarc-source')
  await press('Not mine')
  await photograph('dmarc-source-marked')
  await page.getByText('Name it', { exact: true }).click()
  await page.evaluate('document.querySelector("main input[name=name]").removeAttribute("maxlength")')
  await page.locator('main input[name=name]').fill('x'.repeat(81))
  await press('Save the name')
  await photograph('dmarc-source-name-with-problems')
  await press('Take that back')
  await page.goto(`${dmarc}/reports`)
  await page.locator('.dmarc tbody a').first().click()
  await photograph('dmarc-report')
  await page.goto(`${dmarc}/files?outcome=conflict`)
  await page.locator('.dmarc-files tbody a').first().click()
  await photograph('dmarc-conflict')
  await page.getByRole('link', { name: 'Take this one instead' }).click()
  await photograph('dmarc-take')
  await press('Take this one instead')
  await photograph('dmarc-taken')
  await page.getByRole('link', { name: 'The report', exact: true }).click()
  await photograph('dmarc-report-taken')
  await see('/files?outcome=conflict', 'dmarc-conflicts-after-taking')
  await walkThroughYear({ page, base, photograph, press }, dmarc)
}

/** What a year of reports answers, and what changes when somebody says whose a source is. */
async function walkThroughYear({ page, base, photograph, press }: Walker, dmarc: string): Promise<void> {
  const see = async (address: string, name: string) => {
    await page.goto(address)
    await photograph(name)
  }
  await page.goto(dmarc)
  await press('Load a year of sample data')
  await photograph('dmarc-year')
  const zendesk = `${dmarc}/source?key=sender:zendesk`
  for (const [address, name] of [
    [`${dmarc}/sources?days=366`, 'dmarc-year-sources'],
    [`${dmarc}/sources?result=fail`, 'dmarc-year-sources-that-fail'],
    [`${dmarc}/sources?days=366&standing=abuse`, 'dmarc-year-abuse'],
    [`${dmarc}/source?key=domain:hosting.example`, 'dmarc-year-source-broken'],
    [`${dmarc}/source?key=sender:sendgrid&days=366`, 'dmarc-year-source-key-lost'],
    [`${dmarc}/source?key=domain:gardeners.example`, 'dmarc-year-source-list'],
    [zendesk, 'dmarc-year-source-undecided'],
    [`${dmarc}/policy?days=366`, 'dmarc-year-policies'],
    [`${dmarc}/events`, 'dmarc-year-events'],
    [dmarc.replace(/dmarc$/, 'tls?days=366'), 'dmarc-year-tls'],
    [`${base}/dmarc`, 'dmarc-year-all-domains'],
    [base, 'home-own-mail-hit'],
  ] as const)
    await see(address, name)
  for (const source of [zendesk, `${dmarc}/source?key=domain:hosting.example`]) {
    await page.goto(source)
    await press('Not mine')
  }
  await see(dmarc, 'dmarc-year-policy-right')
  await see(`${base}/dmarc`, 'dmarc-year-all-domains-fine')
}

const DAY_SECONDS = 86_400

/** A report with the key of yesterday's sample and other rows, whose sender nothing proves; and a file that is no report. */
function hostileMail(to: string) {
  const domain = 'mailgauge-sample.example'
  const day = Math.floor(Date.now() / 1000 / DAY_SECONDS) - 1
  const xml = `<feedback><report_metadata><org_name>Sample mailbox provider</org_name><email>x@example.net</email>
<report_id>${domain}.${day}</report_id><date_range><begin>${day * DAY_SECONDS}</begin><end>${(day + 1) * DAY_SECONDS - 1}</end></date_range>
<error>${'&lt;img src=x onerror=alert(1)&gt;\u202E'.repeat(20)}</error></report_metadata>
<policy_published><domain>${domain}</domain><p>none</p></policy_published>
<record><row><source_ip>2001:db8::9</source_ip><count>9000</count><policy_evaluated><disposition>none</disposition><dkim>fail</dkim><spf>fail</spf></policy_evaluated></row>
<identifiers><header_from>${domain}</header_from></identifiers><auth_results/></record></feedback>`
  const part = (name: string, bytes: Uint8Array) => [
    '--b',
    'Content-Type: application/octet-stream',
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
  ]
  const raw = [
    `From: forger@example.net`,
    `To: <${to}>`,
    'Subject: Report',
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'Message-ID: <1@example.net>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...part('report.xml.gz', gzipSync(xml)),
    ...part(`${'a'.repeat(200)}.zip`, new TextEncoder().encode('PK\u0003\u0004 no archive')),
    '--b--',
    '',
  ].join('\r\n')
  return {
    from: 'forger@example.net',
    to,
    helo: 'localhost',
    raw: new TextEncoder().encode(raw),
    startTls: false,
  }
}
