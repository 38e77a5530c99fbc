import type { AnsweredSource, AnsweredSources } from '../../../../services/answers/answered.ts'
import { Said } from '../../../components/dmarc/outcome.tsx'
import { Pages } from '../../../components/dmarc/pages.tsx'
import { Section } from '../../../components/frame/area.tsx'
import { Empty } from '../../../components/shown/empty.tsx'
import { Notice } from '../../../components/shown/notice.tsx'
import { plural } from '../../../wording.ts'
import { amount, share } from '../../../words/amounts.ts'
import {
  groupOf,
  STANDING_GROUPS,
  type StandingGroup,
  type StandingGroupId,
} from '../../../words/standings.ts'
import { type DmarcPlace, windowOf, withQuery } from '../asked.ts'
import { AnsweredTable, sameAdvice } from './table.tsx'

interface GroupsProps {
  place: DmarcPlace
  found: AnsweredSources
}

/** Rows of each group where all are shown, and of a group by itself: the page is to stay below 60 KB. */
const SHOWN_OF_EACH = 6
const SHOWN_OF_ONE = 40

/** The sources of a group, those with most failures first; of those that pass, those with most messages. */
export function membersOf(sources: readonly AnsweredSource[], id: string): AnsweredSource[] {
  const members = sources.filter(({ standing }) => groupOf(standing).id === id)
  return id === 'passing' ? members.toSorted((a, b) => b.messages - a.messages) : members
}

const messagesOf = (sources: readonly AnsweredSource[]): number =>
  sources.reduce((sum, { messages }) => sum + messages, 0)

/** Messages of the window. */
const allMessages = ({ sources, rest }: AnsweredSources): number =>
  messagesOf(sources) + (rest?.messages ?? 0)

/** Every group, worst first, each with its first sources. */
export function AllGroups({ place, found, isFailing = false }: GroupsProps & { isFailing?: boolean }) {
  const { site, domain, asked } = place
  const whole = allMessages(found)
  const shown = STANDING_GROUPS.flatMap((group) => {
    const all = membersOf(found.sources, group.id)
    const members = isFailing ? all.filter(({ messages, pass }) => pass < messages) : all
    return members.length === 0 ? [] : [{ group, members }]
  })
  if (shown.length === 0) {
    return (
      <Empty title="No source in these days">
        <p>The reports of these days name no address that sent mail.</p>
      </Empty>
    )
  }
  return (
    <>
      {isFailing && (
        <Notice kind="note">
          Only sources with messages that failed.{' '}
          <a href={withQuery(site.href.domainDmarcSources(domain.id), windowOf(asked))}>Show all sources</a>
        </Notice>
      )}
      {shown.length > 1 && (
        <ul class="standings plain">
          {shown.map(({ group, members }) => (
            <li key={group.id}>
              <a href={`#${group.id}`}>
                <strong>{amount(members.length)}</strong> {group.short}
              </a>
              <span class="quiet">{share(messagesOf(members), whole)} of the mail</span>
            </li>
          ))}
        </ul>
      )}
      {shown.map(({ group, members }) => (
        <Section key={group.id} id={group.id} title={group.title}>
          <Members
            place={place}
            group={group}
            members={members}
            shown={members.slice(0, SHOWN_OF_EACH)}
            whole={whole}
          />
          {members.length > SHOWN_OF_EACH && (
            <p>
              <a
                href={withQuery(site.href.domainDmarcSources(domain.id), {
                  ...windowOf(asked),
                  standing: group.id,
                })}
              >
                Show all {amount(members.length)} sources of this kind
              </a>
            </p>
          )}
        </Section>
      ))}
      <Rest place={place} found={found} />
    </>
  )
}

interface MembersProps {
  place: DmarcPlace
  group: StandingGroup
  members: readonly AnsweredSource[]
  /** Those of them that have a row. */
  shown: readonly AnsweredSource[]
  whole: number
}

/** What a group is, and sources of it. What is to be done about all of them alike is said once. */
function Members({ place, group, members, shown, whole }: MembersProps) {
  const messages = messagesOf(members)
  const advice = sameAdvice(shown)
  return (
    <>
      <div>
        <p>{group.says}</p>
        {advice !== undefined && (
          <p>
            <Said text={advice} most={400} />
          </p>
        )}
        <p class="quiet">
          {amount(members.length)} {plural(members.length, 'source')}, {amount(messages)}{' '}
          {plural(messages, 'message')} ({share(messages, whole)} of all).
        </p>
      </div>
      <AnsweredTable
        place={place}
        caption={group.title}
        sources={shown}
        whole={whole}
        isSaid={advice !== undefined}
      />
    </>
  )
}

/** Addresses that were not looked at one by one. */
function Rest({ place, found: { rest } }: GroupsProps) {
  if (!rest) return null
  const { site, domain, asked } = place
  const byAddress = withQuery(site.href.domainDmarcSources(domain.id), {
    ...windowOf(asked),
    group_by: 'ip',
  })
  return (
    <p class="quiet">
      {amount(rest.ips)} more IP {plural(rest.ips, 'address', 'addresses')} with {amount(rest.messages)}{' '}
      {plural(rest.messages, 'message')} {plural(rest.ips, 'was', 'were')} not looked at one by one: each sent
      less than those above. <a href={byAddress}>Count by IP address</a>
    </p>
  )
}

/** One group by itself, page by page. */
export function OneGroup({
  place,
  found,
  group: id,
  offset,
}: GroupsProps & { group: StandingGroupId; offset: number }) {
  const { site, domain, asked } = place
  const group = STANDING_GROUPS.find((one) => one.id === id)
  const members = membersOf(found.sources, id)
  const path = site.href.domainDmarcSources(domain.id)
  const all = <a href={withQuery(path, windowOf(asked))}>Show all sources</a>
  if (!group || members.length === 0) {
    return (
      <Empty title={`No source of these days is “${group?.title ?? id}”`}>
        <p>{all}</p>
      </Empty>
    )
  }
  const whole = allMessages(found)
  return (
    <Section id={id} title={group.title}>
      <Members
        place={place}
        group={group}
        members={members}
        shown={members.slice(offset, offset + SHOWN_OF_ONE)}
        whole={whole}
      />
      <Pages
        path={path}
        kept={asked.kept}
        total={members.length}
        limit={SHOWN_OF_ONE}
        offset={offset}
        what={plural(members.length, 'source')}
      />
      <p>{all}</p>
    </Section>
  )
}
