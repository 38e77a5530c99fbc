import type { Backup, LatestBackup } from '../../../core/files/backup.ts'
import type { BackupState } from '../../../services/backups/backups.ts'
import type { ProofKind } from '../../../services/people/confirming.ts'
import { ProofFields } from '../../components/factors/proof-fields.tsx'
import { Select } from '../../components/form/choices.tsx'
import { Confirm } from '../../components/form/confirm.tsx'
import { Form } from '../../components/form/form.tsx'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Table } from '../../components/shown/table.tsx'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import { duration } from '../../wording.ts'
import { amount, bytes, share } from '../../words/amounts.ts'

interface BackupsProps {
  site: Site
  now: Date
  /** Absent: the folder cannot be read, and why. */
  list?: readonly Backup[]
  unread?: string
  latest?: LatestBackup
  state: BackupState
  setting: { folder: string; everyMs?: number; keep: number }
  filled: Filled
  done?: string
}

/** `/admin/backups`: what there is to go back to. */
export function BackupsDocument(props: BackupsProps) {
  const { site, state, filled, done } = props
  return (
    <AreaPage
      site={site}
      area="admin"
      title="Backups"
      lede="Everything in one file: accounts, mail, reports, and the keys that open what is encrypted. Whoever has it has all of that."
    >
      {done !== undefined && <Notice kind="done">{done}</Notice>}
      <Standing {...props} />
      {state.running ? (
        <Running {...props} running={state.running} />
      ) : (
        <Section id="new-backup" title="Make one now">
          <Form action={site.href.adminBackups} button="Make a backup" filled={filled}>
            <Select
              name="secrets"
              label="Encryption key and private keys"
              hint="Without them, two-step sign-in has to be set up again after a restore, unless you kept the key file elsewhere."
              choices={[
                { value: 'with', words: 'In the backup' },
                { value: 'without', words: 'Left out' },
              ]}
              chosen="with"
              filled={filled}
            />
          </Form>
        </Section>
      )}
      <Section id="backups" title="Backups here">
        <List {...props} />
      </Section>
    </AreaPage>
  )
}

/** What is configured, and how it went. */
function Standing({ state, setting, latest, now }: BackupsProps) {
  const { folder, everyMs, keep } = setting
  return (
    <>
      {state.failed && (
        <Notice kind="problem">
          The last backup failed <Ago at={state.failed.at} now={now} />: {state.failed.reason}
        </Notice>
      )}
      <Facts
        facts={[
          ['The newest', latest ? <Ago key="newest" at={latest.madeAt} now={now} /> : 'None is known'],
          ...(latest ? [['It went to', <code key="place">{latest.place}</code>] as const] : []),
          [
            'Schedule',
            everyMs === undefined
              ? 'None. Set backup.directory, best on another disk'
              : `Every ${duration(everyMs / 1000)}; ${amount(keep)} are kept`,
          ],
          ['Folder', <code key="folder">{folder}</code>],
        ]}
      />
    </>
  )
}

function Running({ site, running, now }: BackupsProps & { running: NonNullable<BackupState['running']> }) {
  const { progress, since } = running
  return (
    <Section id="running" title="A backup is being made">
      <p>
        Begun <Ago at={since} now={now} />
        {progress ? `, ${share(progress.bytes, progress.total)} of ${bytes(progress.total)} read.` : '.'} Mail
        comes in meanwhile. This page looks again by itself.
      </p>
      <p>
        <a class="button button-quiet" href={site.href.adminBackups}>
          Look again
        </a>
      </p>
    </Section>
  )
}

function List({ site, now, list, unread }: BackupsProps) {
  if (!list) return <Notice kind="problem">{unread}</Notice>
  if (list.length === 0)
    return (
      <Empty title="There is no backup here yet">
        <p>
          Make one above. With <code>backup.directory</code> the service makes them by itself.
        </p>
      </Empty>
    )
  return (
    <Table
      caption="Backups"
      columns={[
        { words: 'Made' },
        { words: 'Why' },
        { words: 'Keys' },
        { words: 'Size', number: true },
        { words: 'Actions', unseen: true },
      ]}
      rows={list.map((backup) => ({ key: backup.name, cells: cellsOf(site, backup, now) }))}
    />
  )
}

const KINDS = {
  manual: 'On request',
  scheduled: 'Schedule',
  'before-migration': 'Before an upgrade',
} as const

function cellsOf({ href }: Site, { name, kind, madeAt, secrets, bytes: size }: Backup, now: Date) {
  return [
    <Ago key="made" at={madeAt} now={now} />,
    KINDS[kind],
    secrets ? 'In it' : 'Left out',
    bytes(size),
    <span key="actions" class="choice">
      <a
        class="button button-quiet"
        href={href.adminBackupDo(name, 'download')}
        aria-label={`Download ${name}`}
      >
        Download
      </a>
      <a class="button button-quiet" href={href.adminBackupDo(name, 'delete')} aria-label={`Delete ${name}`}>
        Delete
      </a>
    </span>,
  ]
}

interface DownloadProps {
  site: Site
  backup: Backup
  proofs: readonly ProofKind[]
  filled: Filled
}

/** `/admin/backups/<name>/download`: asks who it is before everything is handed out. */
export function DownloadDocument({
  site,
  backup: { name, secrets, bytes: size },
  proofs,
  filled,
}: DownloadProps) {
  const { href } = site
  return (
    <AreaPage
      site={site}
      area="admin"
      within={href.adminBackups}
      title="Download a backup"
      lede={`It holds the mail of every account${secrets ? ', and the keys that open what is encrypted' : ''}. The audit log records who downloaded it.`}
    >
      <Facts
        facts={[
          ['File', <code key="file">{name}</code>],
          ['Size', bytes(size)],
        ]}
      />
      <Form
        action={href.adminBackupDo(name, 'download')}
        button="Download"
        cancel={{ href: href.adminBackups, words: 'Cancel' }}
        filled={filled}
      >
        <ProofFields site={site} proofs={proofs} filled={filled} />
      </Form>
    </AreaPage>
  )
}

/** `/admin/backups/<name>/delete`. */
export function DeleteBackupDocument({ site, backup }: { site: Site; backup: Backup }) {
  const { href } = site
  return (
    <Confirm
      site={site}
      title="Delete this backup?"
      lede={
        <>
          <code>{backup.name}</code> is deleted from this machine. Copies elsewhere stay.
        </>
      }
      action={href.adminBackupDo(backup.name, 'delete')}
      button="Delete the backup"
      cancel={{ href: href.adminBackups, words: 'Keep it' }}
    />
  )
}
