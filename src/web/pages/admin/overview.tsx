import type { LatestBackup } from '../../../core/files/backup.ts'
import type { BackupState } from '../../../services/backups/backups.ts'
import type { InstanceHosts, ListHealth, QueueState } from '../../../services/instance/instance.ts'
import type { RecentError } from '../../../services/instance/recent-errors.ts'
import type { StorageState } from '../../../services/instance/storage.ts'
import { OBSTACLE_WORDS, type Obstacle } from '../../../services/readiness.ts'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Ago, ago } from '../../components/shown/ago.tsx'
import { Table } from '../../components/shown/table.tsx'
import { CHECKLIST } from '../../frame/checklist.ts'
import type { Site } from '../../site.ts'
import { plural } from '../../wording.ts'
import { amount, bytes, share } from '../../words/amounts.ts'

interface OverviewProps {
  site: Site
  hosts?: InstanceHosts | undefined
  obstacle: Obstacle | undefined
  queue: QueueState
  storage: StorageState
  lists: readonly ListHealth[]
  errors: readonly RecentError[]
  backups: BackupState & { everyMs?: number; latest?: LatestBackup }
  now: Date
}

/** `/admin`: what works and what needs a look. */
export function OverviewDocument({ site, ...seen }: OverviewProps) {
  const { href } = site
  return (
    <AreaPage site={site} area="admin" title="This instance" lede={ledeOf(seen)}>
      <ul class="plain tiles">
        <Tile
          href={CHECKLIST}
          title="Set-up"
          words="What this installation still needs: address, mail domain, DNS, port 25, TLS, relay."
        />
        <Tile href={href.adminQueue} title="Queue" {...queueTile(seen)} />
        <Tile href={href.adminStorage} title="Storage" {...storageTile(seen)} />
        <Tile href={href.adminBackups} title="Backups" {...backupsTile(seen)} />
        <Tile href={href.adminBlocklists} title="Blocklists" {...listsTile(seen)} />
        <Tile href={href.adminErrors} title="Recent errors" {...errorsTile(seen)} />
        <Tile
          href={href.adminAccounts}
          title="Accounts"
          words="The plan, people, tests and storage of each."
        />
        <Tile
          href={href.adminPeople}
          title="People"
          words="Everybody who signs in, and help for those who cannot."
        />
        <Tile href={href.adminSettings} title="Settings" words="What is in force, and where it was set." />
      </ul>
      {seen.hosts && <Hosts hosts={seen.hosts} now={seen.now} />}
    </AreaPage>
  )
}

/** Whether mail can be taken, blocklists and errors are each host's own. */
function Hosts({ hosts: { here, all }, now }: { hosts: InstanceHosts; now: Date }) {
  return (
    <Section id="hosts" title="Hosts">
      <p>
        This page was made by <strong>{here}</strong>: whether mail can be taken, set-up, blocklists and
        recent errors are those of that host. Everything else is of all hosts.
      </p>
      <Table
        caption="Hosts that serve this instance"
        columns={[{ words: 'Host' }, { words: 'Version' }, { words: 'Seen' }]}
        rows={all.map(({ name, program, seenAt }) => ({
          key: name,
          cells: [name, program, <Ago key="seen" at={seenAt} now={now} />],
        }))}
      />
    </Section>
  )
}

type Seen = Omit<OverviewProps, 'site'>

function ledeOf({ obstacle }: Seen): string {
  return obstacle ? OBSTACLE_WORDS[obstacle] : 'Mail can be taken.'
}

interface TileProps {
  href: string
  title: string
  words: string
  /** It needs a look. */
  look?: boolean
}

function Tile({ href, title, words, look = false }: TileProps) {
  return (
    <li class={look ? 'card card-look' : 'card'}>
      <h2>
        <a href={href}>{title}</a>
      </h2>
      <p>
        {look && <span class="badge badge-fair">Needs a look</span>} {words}
      </p>
    </li>
  )
}

function queueTile({ queue, now }: Seen) {
  const { waiting, running, postponed, oldest } = queue
  const since = oldest && waiting + postponed > 0 ? ` The oldest arrived ${ago(oldest, now)}.` : ''
  const words = `${amount(waiting)} waiting, ${amount(running)} running, ${amount(postponed)} postponed.${since}`
  return { words, look: postponed > 0 }
}

function storageTile({ storage }: Seen) {
  const { bytes: used, bounds, free } = storage
  const most = bounds.storeBytes
  const left = free === undefined ? '' : ` ${bytes(free)} of the disk are free.`
  const of = most === undefined ? '' : `, ${share(used, most)} of ${bytes(most)}`
  const isTight =
    (most !== undefined && used > 0.9 * most) || (free !== undefined && free < 2 * bounds.minFree)
  return { words: `${bytes(used)} in use${of}.${left}`, look: isTight }
}

/** A day late is late. */
function backupsTile({ backups: { latest, failed, everyMs }, now }: Seen) {
  const age = latest && now.getTime() - latest.madeAt.getTime()
  const isLate = everyMs !== undefined && (age === undefined || age > everyMs + DAY_MS)
  const newest = latest ? `The newest was made ${ago(latest.madeAt, now)}.` : 'None is known.'
  const schedule = everyMs === undefined ? ' There is no schedule.' : ''
  const last = failed ? ' The last one failed.' : ''
  return { words: `${newest}${schedule}${last}`, look: isLate || failed !== undefined }
}

function listsTile({ lists }: Seen) {
  const count = (state: ListHealth['state']) => lists.filter((list) => list.state === state).length
  const failed = count('failed')
  const words = `${count('usable')} in use, ${failed} out of use, ${count('untested')} not tested yet.`
  return { words, look: failed > 0 }
}

const DAY_MS = 86_400_000

function errorsTile({ errors, now }: Seen) {
  const recent = errors.filter(({ at }) => now.getTime() - at.getTime() < DAY_MS)
  const count = (level: RecentError['level']) =>
    recent.filter((one) => one.level === level).reduce((sum, { times }) => sum + times, 0)
  const [faults, warnings] = [count('error'), count('warn')]
  const words = `${amount(faults)} ${plural(faults, 'error')} and ${amount(warnings)} ${plural(warnings, 'warning')} in the last 24 hours.`
  return { words, look: faults > 0 }
}
