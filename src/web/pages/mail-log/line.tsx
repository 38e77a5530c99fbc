import type { MailLogLine } from '../../../core/mail-log.ts'
import { mailLogWords } from '../../../services/mail-log/words.ts'
import { AddressText } from '../../components/address.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import type { Site } from '../../site.ts'
import { amount, bytes } from '../../words/amounts.ts'

type Accounts = ReadonlyMap<string, string> | undefined

/** The cells of a line. `accounts`: names by id, where lines of several are shown. */
export function cellsOf(line: MailLogLine, site: Site, now: Date, accounts: Accounts) {
  return [
    <To key="to" line={line} site={site} accounts={accounts} />,
    <Result key="result" line={line} />,
    <From key="from" line={line} />,
    <When key="when" line={line} now={now} />,
  ]
}

function To({ line, site, accounts }: { line: MailLogLine; site: Site; accounts: Accounts }) {
  const { rcptTo, token, accountId, size } = line
  const address =
    rcptTo === undefined ? (
      <span class="quiet">No recipient was named</span>
    ) : (
      <code>
        <AddressText address={rcptTo} />
      </code>
    )
  return (
    <>
      {token === undefined ? address : <a href={site.href.test(token)}>{address}</a>}
      {accounts && accountId !== undefined && (
        <span class="detail quiet">
          of <bdi>{accounts.get(accountId) ?? 'a deleted account'}</bdi>
        </span>
      )}
      {size !== undefined && <span class="detail quiet">{bytes(size)}</span>}
    </>
  )
}

function Result({ line }: { line: MailLogLine }) {
  const words = mailLogWords(line)
  const { reply, messageId } = line
  const said = reply && `${reply.code} ${reply.text}`
  if (!words) {
    return (
      <>
        <span class="badge badge-good">Accepted</span>
        <span class="detail quiet">{messageId ?? said}</span>
      </>
    )
  }
  const enhanced = reply && `${reply.code} ${/^\d\.\d{1,3}\.\d{1,3}/.exec(reply.text)?.[0] ?? ''}`.trim()
  return (
    <>
      <span class={`badge ${isPassing(line) ? 'badge-fair' : 'badge-poor'}`}>
        {line.outcome === 'broken_off' ? 'Broken off' : 'Refused'}
        {line.count > 1 && ` × ${amount(line.count)}`}
      </span>
      <span class="detail why">
        {enhanced !== undefined && <strong>{enhanced}: </strong>}
        {words.why} {words.next}
      </span>
      {said !== undefined && (
        <span class="detail quiet">
          Reply: <q>{said}</q>
        </span>
      )}
    </>
  )
}

/** The sending server is expected to try again. */
const isPassing = ({ reply }: MailLogLine) => reply === undefined || reply.code < 500

function From({ line: { mailFrom, client, helo, tls } }: { line: MailLogLine }) {
  return (
    <>
      {mailFrom !== undefined && <code>{mailFrom === '' ? '<>' : <AddressText address={mailFrom} />}</code>}
      <span class="detail quiet">
        {client}
        {helo !== undefined && (
          <>
            , <bdi>{helo}</bdi>
          </>
        )}
        , {tls ?? 'no TLS'}
      </span>
    </>
  )
}

function When({ line: { firstAt, lastAt, count }, now }: { line: MailLogLine; now: Date }) {
  return (
    <>
      <Ago at={lastAt} now={now} />
      {count > 1 && (
        <span class="detail quiet">
          first <Ago at={firstAt} now={now} />
        </span>
      )}
    </>
  )
}
