import type { RefusedMail } from '../../core/mail-log.ts'
import type { Refusal } from '../../core/refusal.ts'
import { mailLogWords } from '../../services/mail-log/words.ts'
import { Address } from '../components/address.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Moment } from '../components/moment.tsx'
import { Samples } from '../components/samples.tsx'
import { mayIn } from '../frame/entries.ts'
import type { Site } from '../site.ts'
import type { TestPage } from '../view.ts'
import { amount } from '../words/amounts.ts'

/** The address, and the wait for its first message. */
export function Waiting({ site, page }: { site: Site; page: TestPage }) {
  return (
    <div class="split">
      <div class="stack">
        <h1>Send your message to this address</h1>
        <Address address={page.address} />
        {page.refusing && <NotNow refusal={page.refusing} />}
        {page.refused && <Refused site={site} page={page} refused={page.refused} />}
        <div>
          <p class="state">
            <span class="pulse" aria-hidden="true" />
            <strong>Waiting for your message.</strong>
          </p>
          <p class="state-note">
            This page turns into the report when it arrives.
            <noscript> It reloads every few seconds.</noscript>
          </p>
        </div>
        {site.smtpServer && page.changeable && (
          <EvaluationWays site={site} page={page} smtpServer={site.smtpServer} />
        )}
      </div>
      <aside class="aside" aria-label="About this test">
        {!site.smtpServer && <SendingHints address={page.address} />}
        <section class="panel" aria-labelledby="test">
          <h2 id="test">This test</h2>
          <p class="quiet">
            The address takes mail until <Moment at={page.expiresAt} />.{' '}
            {page.own
              ? 'You find the test again under Tests.'
              : 'Keep the address of this page: it is the only way back to the report.'}
          </p>
          {page.own && mayIn(site.visitor, 'mail_log.read') && (
            <p class="quiet">
              Nothing arrives? The <a href={mailLogOf(site, page)}>mail log of this address</a> says what was
              refused, and why.
            </p>
          )}
          {page.changeable && !page.own && (
            <p>
              <a href={site.href.remove(page.token)}>Delete this test</a>
            </p>
          )}
        </section>
      </aside>
    </div>
  )
}

/** That a message sent now would be refused. */
function NotNow({ refusal }: { refusal: Refusal }) {
  return (
    <p class="notice" role="status">
      {refusal.kind === 'client_share_full' ? (
        <>
          <strong>Mail to this address is refused at the moment.</strong> The tests made from your network
          hold as much mail as is allowed. Delete one that you no longer need, or wait until one expires.
        </>
      ) : (
        <>
          <strong>Mail cannot be accepted at the moment.</strong> A message sent now is refused for the time
          being; most servers try again by themselves. This notice disappears once mail is accepted again.
        </>
      )}
    </p>
  )
}

const mailLogOf = ({ href }: Site, { address }: TestPage) =>
  `${href.mailLog}?${new URLSearchParams({ address: address.slice(0, address.lastIndexOf('@')) })}`

/** That mail came, and was not taken: what people wait for in vain. */
function Refused({ site, page, refused }: { site: Site; page: TestPage; refused: RefusedMail }) {
  const words = mailLogWords(refused)
  return (
    <p class="notice notice-problem" role="status">
      <strong>Mail to this address was refused</strong>
      {refused.count > 1 && ` ${amount(refused.count)} times`}, last on <Moment at={refused.lastAt} />
      {refused.code !== undefined && `, with ${refused.code}`}: {words?.why} {words?.next}{' '}
      {page.own && <a href={mailLogOf(site, page)}>Mail log</a>}
    </p>
  )
}

function SendingHints({ address }: { address: string }) {
  return (
    <section class="panel" aria-labelledby="hints">
      <h2 id="hints">What to send</h2>
      <ul class="hints">
        <li>
          The real message, with its own subject, text and links. One that says “test” measures only the
          server.
        </li>
        <li>From the system you want to measure: the shop, the newsletter tool, your server.</li>
        <li>
          For a quick look, <a href={`mailto:${address}`}>write from your mail program</a>.
        </li>
        <li>Nothing after five minutes? Look for a bounce, or in the log of the sending server.</li>
      </ul>
    </section>
  )
}

function EvaluationWays({ site, page, smtpServer }: { site: Site; page: TestPage; smtpServer: string }) {
  const command = `swaks --server ${smtpServer} --from you@example.org --to ${page.address}`
  return (
    <>
      <section class="way" aria-labelledby="samples">
        <h2 id="samples">See a report now</h2>
        <p>
          Two messages come with Mailgauge. They are delivered over SMTP like any other, from a demo domain
          under .example whose DNS is built in and exists only in evaluation mode.
        </p>
        <Samples site={site} token={page.token} />
      </section>
      <section class="way" aria-labelledby="own">
        <h2 id="own">Or send your own</h2>
        <p>
          From this machine: in evaluation mode the SMTP listener is open to nobody else. The message then
          comes from no public address, so SPF, reverse DNS, HELO and blocklists cannot be judged.
        </p>
        <p class="record">
          <code>{command}</code>
          <CopyButton text={command} what="the command" />
        </p>
      </section>
    </>
  )
}
