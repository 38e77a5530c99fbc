import type {
  DelayedMessage,
  ListHealth,
  QueueState,
  ShownSetting,
} from '../../../services/instance/instance.ts'
import type { RecentError } from '../../../services/instance/recent-errors.ts'
import type { StorageState } from '../../../services/instance/storage.ts'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { Table } from '../../components/shown/table.tsx'
import type { Site } from '../../site.ts'
import { amount, bytes, share } from '../../words/amounts.ts'

interface LookProps {
  site: Site
  now: Date
}

/** `/admin/queue`: what waits to be analysed. */
export function QueueDocument({ site, now, queue }: LookProps & { queue: QueueState }) {
  const { waiting, running, postponed, repeats, oldest, delayed } = queue
  return (
    <AreaPage site={site} area="admin" title="Queue" lede="Messages that were taken and have no report yet.">
      <Facts
        facts={[
          ['Waiting', amount(waiting)],
          ['Running', amount(running)],
          ['Postponed after a try', amount(postponed)],
          ['To be analysed once more', amount(repeats)],
          ['The oldest arrived', oldest ? <Ago key="oldest" at={oldest} now={now} /> : 'None waits'],
        ]}
      />
      <Section id="postponed" title="Postponed">
        {delayed.length === 0 ? (
          <Empty title="Nothing is postponed">
            <p>
              When an analysis fails through no fault of the message, it is tried again later and listed here.
            </p>
          </Empty>
        ) : (
          <Table
            caption="Postponed messages"
            columns={[
              { words: 'Message' },
              { words: 'Arrived' },
              { words: 'Next try' },
              { words: 'Tries', number: true },
              { words: 'Why' },
            ]}
            rows={delayed.map((one) => ({ key: one.id, cells: delayedCells(one, now) }))}
          />
        )}
      </Section>
    </AreaPage>
  )
}

function delayedCells({ id, receivedAt, dueAt, lostTries, blamed }: DelayedMessage, now: Date) {
  const steps = blamed.map(({ step }) => step)
  const why =
    steps.length > 0
      ? `Stopped at ${steps.join(', ')}; tried without it.`
      : 'The analysis was interrupted, or its result could not be stored. See Recent errors.'
  return [
    <code key="id">{id}</code>,
    <Ago key="arrived" at={receivedAt} now={now} />,
    dueAt > now ? <Ago key="due" at={dueAt} now={now} /> : 'Now',
    amount(lostTries + blamed.length),
    why,
  ]
}

const FACT_OF_SERVER = ['Where', 'In the PostgreSQL database of store.url, which all hosts share'] as const

/** `/admin/storage`: what the store holds, and for whom. */
export function StorageDocument({
  site,
  now,
  storage,
  names,
}: LookProps & { storage: StorageState; names: ReadonlyMap<string, string> }) {
  const { bytes: used, free, isElsewhere, bounds, accounts, anonymous, roleMailBytes, reports, at } = storage
  const held = accounts.reduce((sum, one) => sum + one.bytes, 0)
  const rest = Math.max(0, used - held - anonymous.bytes - roleMailBytes - reports.waiting - reports.files)
  const most = bounds.storeBytes
  const part = (n: number) => `${bytes(n)} (${share(n, used)})`
  return (
    <AreaPage
      site={site}
      area="admin"
      title="Storage"
      lede="What the database holds, and how much more it may."
    >
      <Facts
        facts={[
          ['In use', bytes(used)],
          ['At most (store.max_bytes)', most === undefined ? 'No limit but the disk' : bytes(most)],
          ...(isElsewhere
            ? [FACT_OF_SERVER]
            : [
                ['Free on the disk', free === undefined ? 'Not known' : bytes(free)] as const,
                ['Kept free (store.min_free)', bytes(bounds.minFree)] as const,
              ]),
          ['Added up', <Ago key="at" at={at} now={now} />],
        ]}
      />
      <Section id="holds" title="What holds it">
        <Facts
          facts={[
            ['Tests of accounts', part(held)],
            ['Tests without an account', part(anonymous.bytes)],
            [
              'Their share (anonymous.max_bytes)',
              `${share(anonymous.bytes, bounds.anonymous.bytes)} of ${bytes(bounds.anonymous.bytes)}`,
            ],
            ['Of one network at most', bytes(bounds.anonymous.bytesPerClient)],
            ['Mail to postmaster and abuse', part(roleMailBytes)],
            ['Files of DMARC and TLS reports', part(reports.files)],
            ['Mail with reports that waits to be read', part(reports.waiting)],
            ['Indexes, events, audit log and the rest', part(rest)],
          ]}
        />
        <p class="quiet">Messages count with a reserve for their report until they are analysed.</p>
      </Section>
      <Section id="accounts" title="Accounts that hold most">
        {accounts.length === 0 ? (
          <Empty title="No account holds a test">
            <p>Accounts are listed here as soon as they have tests.</p>
          </Empty>
        ) : (
          <Table
            caption="Accounts by what they hold"
            columns={[
              { words: 'Account' },
              { words: 'Tests', number: true },
              { words: 'Messages', number: true },
              { words: 'Holds', number: true },
              { words: 'Share', number: true },
            ]}
            rows={accounts.slice(0, 50).map((one) => ({
              key: one.accountId,
              cells: [
                names.get(one.accountId) ?? 'A deleted account',
                amount(one.tests),
                amount(one.messages),
                bytes(one.bytes),
                share(one.bytes, used),
              ],
            }))}
          />
        )}
      </Section>
    </AreaPage>
  )
}

/** `/admin/blocklists`: which lists are asked, and what their self-tests said. */
export function BlocklistsDocument({ site, now, lists }: LookProps & { lists: readonly ListHealth[] }) {
  return (
    <AreaPage
      site={site}
      area="admin"
      title="Blocklists"
      lede="A list is asked while its self-test passes: it must list its test entry and nothing else (RFC 5782). Otherwise reports say that it could not be asked."
    >
      <Table
        caption="Blocklists"
        columns={[
          { words: 'List' },
          { words: 'Holds' },
          { words: 'State' },
          { words: 'Tested' },
          { words: 'Why' },
        ]}
        rows={lists.map((list) => ({
          key: list.id,
          cells: [
            <span key="name" class="whole">
              {list.name}
            </span>,
            KINDS[list.kind],
            <span key="state" class={`badge ${STATES[list.state].badge}`}>
              {STATES[list.state].words}
            </span>,
            list.testedAt ? <Ago key="tested" at={list.testedAt} now={now} /> : '',
            list.reason ?? '',
          ],
        }))}
      />
    </AreaPage>
  )
}

const KINDS = { block: 'Addresses', welcome: 'Addresses it vouches for', domain: 'Domains' } as const

const STATES = {
  usable: { words: 'In use', badge: 'badge-good' },
  failed: { words: 'Out of use', badge: 'badge-poor' },
  untested: { words: 'Not tested yet', badge: '' },
  unasked: { words: 'Not asked', badge: '' },
} as const

/** `/admin/errors`: the newest lines of the log that matter. */
export function ErrorsDocument({
  site,
  now,
  errors,
  host,
}: LookProps & {
  errors: readonly RecentError[]
  /** Which of several hosts they are of. */
  host?: string | undefined
}) {
  return (
    <AreaPage
      site={site}
      area="admin"
      title="Recent errors"
      lede={`The last 200 errors and warnings since the service started${host === undefined ? '' : ` on the host ${host}; each host has its own`}. Anything that could come from somebody’s mail is left out; the log of the service has the rest.`}
    >
      {errors.length === 0 ? (
        <Empty title="No error and no warning">
          <p>Nothing has gone wrong since the service started.</p>
        </Empty>
      ) : (
        <ul class="plain cards">
          {errors.map((error, at) => (
            <li key={at} class="card">
              <p>
                <span class={`badge ${error.level === 'error' ? 'badge-poor' : 'badge-fair'}`}>
                  {error.level === 'error' ? 'Error' : 'Warning'}
                </span>{' '}
                <Ago at={error.at} now={now} />
                {error.times > 1 && `, ${amount(error.times)} times`}
              </p>
              <p>
                <strong>{error.sentence}</strong>
              </p>
              {error.facts.length > 0 && (
                <Facts facts={error.facts.map(([name, value]) => [name, <code key={name}>{value}</code>])} />
              )}
            </li>
          ))}
        </ul>
      )}
    </AreaPage>
  )
}

/** `/admin/settings`: what is in force, and where it was set. */
export function SettingsDocument({ site, settings }: { site: Site; settings: readonly ShownSetting[] }) {
  const sections = Map.groupBy(settings, ({ name }) => name.split('.')[0] ?? '')
  return (
    <AreaPage
      site={site}
      area="admin"
      title="Settings"
      lede="The settings in force, and where each was set. To change one, edit the file, variable or flag and restart the service. Secrets are masked."
    >
      {[...sections].map(([section, inside]) => (
        <Section key={section} id={`section-${section}`} title={`[${section}]`}>
          <Table
            caption={`Settings of ${section}`}
            even
            columns={[{ words: 'Option' }, { words: 'Value' }, { words: 'From' }]}
            rows={inside.map(({ name, value, from }) => ({
              key: name,
              cells: [
                <code key="name">{name}</code>,
                value === undefined ? 'Not set' : <code key="value">{value}</code>,
                from,
              ],
            }))}
          />
        </Section>
      ))}
    </AreaPage>
  )
}
