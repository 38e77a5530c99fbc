import type { KeyList, ShownKey } from '../../../services/people/keys.ts'
import { AreaPage } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import type { Site } from '../../site.ts'
import { plural } from '../../wording.ts'

interface ListProps {
  site: Site
  list: KeyList
  now: Date
}

/** `/settings/keys`: the keys of the account. */
export function KeyListDocument({ site, list, now }: ListProps) {
  const { href } = site
  const { plan } = list
  const working = list.keys.filter(({ state }) => state === 'active')
  const others = list.keys.filter(({ state }) => state !== 'active')
  const lede = (
    <>
      Programs use a key to create tests and read reports. Keys belong to the account: they go on working when
      people leave or change their password. <a href={href.docs}>How to use the API</a>
    </>
  )
  return (
    <AreaPage site={site} area="settings" title="API keys" lede={lede}>
      {!plan.api && <WithoutApi plan={plan.name} stopped={working.length} />}
      {plan.api && working.length > 0 && (
        <p>
          <a class="button" href={href.newKey}>
            Create a key
          </a>
        </p>
      )}
      {working.length > 0 ? (
        <Cards keys={working} stopped={!plan.api} site={site} now={now} />
      ) : (
        <Empty title="No active keys">
          {plan.api && (
            <>
              <p>Create one to call the API from a program, a script or a CI pipeline.</p>
              <p>
                <a class="button" href={href.newKey}>
                  Create a key
                </a>
              </p>
            </>
          )}
        </Empty>
      )}
      {others.length > 0 && (
        <details class="fold">
          <summary class="button button-quiet">
            {others.length} {plural(others.length, 'key')} revoked or expired
          </summary>
          <Cards keys={others} stopped={false} site={site} now={now} />
        </details>
      )}
    </AreaPage>
  )
}

/** That the plan has no API, and what that does to keys that are there. */
function WithoutApi({ plan, stopped }: { plan: string; stopped: number }) {
  const those = stopped === 1 ? 'the key below, which works' : `the ${stopped} keys below, which work`
  return (
    <Notice kind="problem">
      <strong>The plan “{plan}” has no API access.</strong> Keys can be neither created nor rotated.
      {stopped > 0 && ` The plan has stopped ${those} again once the account has a plan with API access.`} An
      administrator of this instance can change the plan.
    </Notice>
  )
}

interface CardsProps extends Pick<ListProps, 'site' | 'now'> {
  keys: readonly ShownKey[]
  /** The plan has no API. */
  stopped: boolean
}

function Cards({ keys, ...rest }: CardsProps) {
  return (
    <ul class="plain cards">
      {keys.map((one) => (
        <Card key={one.id} one={one} {...rest} />
      ))}
    </ul>
  )
}

function Card({ one, site, now, stopped }: Omit<CardsProps, 'keys'> & { one: ShownKey }) {
  const { id, name, prefix, state } = one
  return (
    <li class="card">
      <div class="card-head">
        <h2>{name}</h2>
        <KeyState state={state} stopped={stopped} />
      </div>
      <p>
        <code>{prefix}…</code>
      </p>
      <KeyFacts one={one} now={now} />
      {state !== 'revoked' && (
        <p class="choice">
          {!stopped && (
            <a class="button button-quiet" href={site.href.rotateKey(id)} aria-label={`Rotate ${name}`}>
              Rotate
            </a>
          )}
          <a class="button button-quiet" href={site.href.revokeKey(id)} aria-label={`Revoke ${name}`}>
            Revoke
          </a>
        </p>
      )}
    </li>
  )
}

function KeyState({ state, stopped }: { state: ShownKey['state']; stopped: boolean }) {
  if (state !== 'active') return <span class="badge">{state === 'revoked' ? 'Revoked' : 'Expired'}</span>
  return stopped ? (
    <span class="badge badge-fair">Stopped by the plan</span>
  ) : (
    <span class="badge badge-good">Works</span>
  )
}

/** What is known of a key but its secret. */
export function KeyFacts({ one, now }: { one: ShownKey; now: Date }) {
  const { scopes, createdAt, creator, lastUsedAt, expiresAt, revokedAt } = one
  const when = (at: Date | undefined) => (at ? <Ago at={at} now={now} /> : 'Never')
  const created = (
    <>
      {when(createdAt)}
      {creator === undefined ? '' : ` by ${creator}`}
    </>
  )
  const isOver = expiresAt !== undefined && expiresAt <= now
  return (
    <Facts
      facts={[
        ['Scopes', scopes.join(', ')],
        ['Created', created],
        ['Last used', when(lastUsedAt)],
        revokedAt ? ['Revoked', when(revokedAt)] : [isOver ? 'Expired' : 'Expires', when(expiresAt)],
      ]}
    />
  )
}
