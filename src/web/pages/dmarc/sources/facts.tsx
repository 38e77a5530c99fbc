import { DISPOSITIONS } from '../../../../core/aggregate/report.ts'
import { dateOfDay } from '../../../../services/aggregates/window.ts'
import type { AnsweredSource, Basis } from '../../../../services/answers/answered.ts'
import { longDay } from '../../../components/chart/slots.ts'
import { Passed, Theirs } from '../../../components/dmarc/outcome.tsx'
import { Section } from '../../../components/frame/area.tsx'
import { Facts } from '../../../components/shown/facts.tsx'
import { Table } from '../../../components/shown/table.tsx'
import { plural } from '../../../wording.ts'
import { amount, share } from '../../../words/amounts.ts'
import { DISPOSITION_WORDS, inList } from '../../../words/dmarc.ts'
import type { SourceProps } from './props.ts'
import { sourceHref } from './table.tsx'

const MOST_DOMAINS = 6
const MOST_ADDRESSES = 8

const BASIS_WORDS: Readonly<Record<Basis, string>> = {
  ptr: 'by its reverse DNS name, which leads back to the address',
  spf: 'by the SPF record of the domain, which includes it',
  dkim: 'by the domain of its DKIM signatures',
  asn: 'by the network that its addresses are of',
}

type Fact = readonly [string, preact.ComponentChildren]

/** What reports say of it, summed. */
export function SourceFacts({ one: { source, messages: whole } }: SourceProps) {
  const { messages, pass } = source
  const failed = messages - pass
  const done = DISPOSITIONS.filter((one) => source.dispositions[one] > 0)
  const facts: Fact[] = [
    ['Messages', `${amount(messages)} (${share(messages, whole)} of all)`],
    ['Passed DMARC', <Passed key="pass" pass={pass} messages={messages} />],
    ['Passed by DKIM', <Passed key="dkim" pass={source.dkimAligned} messages={messages} />],
    ['Passed by SPF', <Passed key="spf" pass={source.spfAligned} messages={messages} />],
    ...(failed > 0 ? ([['Of those that failed', <Failed key="failed" source={source} />]] as const) : []),
    [
      'What receivers did',
      done.map((one) => `${DISPOSITION_WORDS[one]}: ${amount(source.dispositions[one])}`).join('\n'),
    ],
    ['First seen', longDay(dateOfDay(source.firstSeen))],
    ['Last seen', longDay(dateOfDay(source.lastSeen))],
    ['Last passed DMARC', source.lastPassed === undefined ? 'Never' : longDay(dateOfDay(source.lastPassed))],
    ...whoIs(source),
    ['From domains', <Domains key="from" domains={source.headerFrom.map((domain) => ({ domain }))} />],
    ['DKIM domains', <Domains key="dkims" domains={source.dkimDomains} none="No signature was reported" />],
    ['SPF domains', <Domains key="spfs" domains={source.spfDomains} none="No SPF result was reported" />],
    ...(source.spfTerm === undefined
      ? []
      : ([['Named by your SPF record', <code key="term">{inList(source.spfTerm, 200)}</code>]] as const)),
  ]
  return (
    <Section id="facts" title="What reports say">
      <Facts facts={facts} />
    </Section>
  )
}

function whoIs({ sender, organization, basis }: AnsweredSource): Fact[] {
  const known = basis && <span class="detail quiet">Known {BASIS_WORDS[basis]}.</span>
  if (sender) {
    return [
      [
        'Sender',
        <>
          {sender.name} <span class="quiet">({sender.type})</span> {known}
        </>,
      ],
    ]
  }
  if (!organization) return []
  const { name, domain } = organization
  return [
    [
      'Organization',
      <>
        <Theirs text={name} most={100} />
        {domain !== undefined && domain !== name && (
          <>
            , <Theirs text={domain} most={100} />
          </>
        )}{' '}
        {known}
      </>,
    ],
  ]
}

/** What is known of messages that failed; a message may be among several of these. */
function Failed({
  source: { messages, pass, forwarded, listed, unaligned, broken },
}: {
  source: AnsweredSource
}) {
  const parts = [
    ['passed SPF or DKIM for another domain', unaligned],
    ['had a signature of the domain that did not verify', broken],
    ['a receiver took for forwarded', forwarded],
    ['a receiver took for mail of a list', listed],
  ] as const
  const known = parts.filter(([, n]) => n > 0)
  if (known.length === 0) return <>None of {amount(messages - pass)} passed SPF or DKIM for any domain.</>
  return (
    <ul class="plain">
      {known.map(([words, n]) => (
        <li key={words}>
          {amount(n)} {words}
        </li>
      ))}
    </ul>
  )
}

interface DomainsProps {
  domains: readonly { domain: string; passed?: boolean }[]
  none?: string
}

function Domains({ domains, none = 'None' }: DomainsProps) {
  if (domains.length === 0) return <span class="quiet">{none}</span>
  const more = domains.length - MOST_DOMAINS
  return (
    <ul class="plain">
      {domains.slice(0, MOST_DOMAINS).map(({ domain, passed }) => (
        <li key={`${domain} ${passed}`}>
          <Theirs text={domain} most={100} />{' '}
          {passed !== undefined && (
            <span class={`badge ${passed ? 'badge-good' : 'badge-poor'}`}>
              {passed ? 'Passed' : 'Never passed'}
            </span>
          )}
        </li>
      ))}
      {more > 0 && <li class="quiet">and {amount(more)} more</li>}
    </ul>
  )
}

/** Where it sends from; each leads to its records. */
export function Addresses({ place, one: { source } }: SourceProps) {
  const { ips, ipCount, key } = source
  return (
    <Section id="addresses" title="Addresses">
      <Table
        caption="Addresses"
        columns={[
          { words: 'IP address' },
          { words: 'Reverse DNS name' },
          { words: 'Messages', number: true },
          { words: 'Passed DMARC', number: true },
        ]}
        rows={ips.slice(0, MOST_ADDRESSES).map(({ ip, reverseDns, messages, pass }) => ({
          key: ip,
          cells: [
            <a key="ip" href={`${sourceHref(place, key, { ip })}#records`}>
              <code>
                <Theirs text={ip} />
              </code>
            </a>,
            reverseDns === undefined ? (
              <span key="none" class="quiet">
                None that is confirmed
              </span>
            ) : (
              <Theirs key="name" text={reverseDns} />
            ),
            amount(messages),
            <Passed key="pass" pass={pass} messages={messages} />,
          ],
        }))}
      />
      {ipCount > Math.min(ips.length, MOST_ADDRESSES) && (
        <p class="quiet">
          Those with most messages, of {amount(ipCount)} {plural(ipCount, 'address', 'addresses')}.
        </p>
      )}
    </Section>
  )
}
