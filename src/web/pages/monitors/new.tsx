import type { DomainView } from '../../../services/domains/domains.ts'
import { Select } from '../../components/form/choices.tsx'
import { Form } from '../../components/form/form.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Uses } from '../../components/monitor/uses.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'
import { SettingsFields, type SettingsForm } from './fields.tsx'

interface NewProps {
  site: Site
  form: SettingsForm
}

/** `/monitors/new`: asks what is sent to the monitor, and says how its address is used. */
export function NewMonitorDocument({ site, form }: NewProps) {
  return (
    <Layout site={site} title="New monitor">
      <div class="narrow stack">
        <Begin site={site} title="New monitor">
          The monitor gets an address that stays. Have the mail that matters sent to it, too: every message is
          tested, and you are told when something is no longer as expected here.
        </Begin>
        <p>
          <a href={site.href.newDomainMonitor()}>Watch the records of a domain without a message</a>
        </p>
        <Form
          action={site.href.monitors}
          button="Create the monitor"
          cancel={{ href: site.href.monitors, words: 'Cancel' }}
          filled={form.filled}
        >
          <input type="hidden" name="kind" value="mail" />
          <SettingsFields site={site} kind="mail" form={form} />
        </Form>
        <Section id="uses" title="How the address is used">
          <Uses site={site} />
        </Section>
      </div>
    </Layout>
  )
}

interface NewDomainProps extends NewProps {
  /** Verified ones that have no monitor yet. */
  domains: readonly Pick<DomainView, 'id' | 'domain'>[]
  /** Whether the account has a verified domain at all. */
  hasDomains: boolean
  chosen: string
}

/** `/monitors/new?kind=domain`: asks which domain's records are watched. */
export function NewDomainMonitorDocument(props: NewDomainProps) {
  const { site, form, domains, chosen } = props
  return (
    <Layout site={site} title="New domain monitor">
      <div class="narrow stack">
        <Begin site={site} title="Watch the records of a domain">
          Its records are checked on a schedule, without a message: you are told when one changes or breaks,
          and what it said before.
        </Begin>
        {domains.length === 0 ? (
          <NoDomains {...props} />
        ) : (
          <Form
            action={site.href.monitors}
            button="Create the monitor"
            cancel={{ href: site.href.monitors, words: 'Cancel' }}
            filled={form.filled}
          >
            <input type="hidden" name="kind" value="domain" />
            <Select
              name="domain"
              label="Domain"
              hint="Verified domains of this account that have no monitor yet."
              choices={domains.map(({ id, domain }) => ({ value: id, words: domain }))}
              chosen={chosen}
              filled={form.filled}
            />
            <SettingsFields site={site} kind="domain" form={form} />
          </Form>
        )}
      </div>
    </Layout>
  )
}

function NoDomains({ site, hasDomains }: NewDomainProps) {
  return hasDomains ? (
    <Empty title="Every verified domain has its monitor">
      <p>
        <a class="button button-quiet" href={site.href.monitors}>
          All monitors
        </a>
      </p>
    </Empty>
  ) : (
    <Empty title="No verified domain yet">
      <p>The records of a domain are watched once it is proved that the domain is yours.</p>
      <p>
        <a class="button" href={site.href.domains}>
          Add a domain
        </a>
      </p>
    </Empty>
  )
}

function Begin({ site, title, children }: { site: Site; title: string; children: string | string[] }) {
  return (
    <div>
      <p class="eyebrow">
        <a href={site.href.monitors}>Monitors</a>
      </p>
      <h1>{title}</h1>
      <p class="lede">{children}</p>
    </div>
  )
}
