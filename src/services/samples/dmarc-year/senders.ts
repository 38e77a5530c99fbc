import type { SourceName } from '../../../store/aggregates.ts'
import type { Mail, Phase, Sender } from './scenario.ts'

/** What builders of senders have in common. */
interface Built {
  id: string
  ips: readonly string[]
  share: number
  /** Days from which and before which it sends. */
  from?: number
  to?: number
  /** The day from which its mail is signed as the domain. Absent: it is not set right. */
  repaired?: number
}

interface Service extends Built {
  /** The domain by which its own mail passes. */
  service: string
  /** The name of its hosts. */
  host?: string
  headerFrom?: string
}

/** Its hosts are confirmed to be of this domain. */
const hostedBy = (domain: string, host = `mta1.${domain}`): SourceName => ({
  reverseDns: host,
  organization: { name: domain, domain, basis: 'ptr' },
})

function phasesOf(mail: Mail, { from = 0, to }: Built): Phase[] {
  return [{ from, mail }, ...(to === undefined ? [] : [{ from: to }])]
}

const spf = (domain: string, result: string) => ({ domain, scope: 'mfrom', result })
const signed = (domain: string, selector: string, result = 'pass') => ({ domain, selector, result })

/** The domain's own mail server: everything is aligned. */
export function ownServer(domain: string, built: Built): Sender {
  const mail: Mail = {
    envelopeFrom: domain,
    signatures: [signed(domain, 'mail')],
    spf: spf(domain, 'pass'),
    aligned: { dkim: true, spf: true },
  }
  return {
    ...part(built),
    name: hostedBy(domain, `mail.${domain}`),
    weekend: 0.2,
    phases: phasesOf(mail, built),
  }
}

const serviceMail = (domain: string, { service, headerFrom }: Service): Mail => ({
  ...(headerFrom !== undefined && { headerFrom }),
  envelopeFrom: `bounces.${service}`,
  signatures: [signed(domain, 's1'), signed(service, 'smtpapi')],
  spf: spf(`bounces.${service}`, 'pass'),
  aligned: { dkim: true, spf: false },
})

/** A service that signs as the domain; its bounces are its own. While its key is lost, its signature as the domain does not verify. */
export function signingService(
  domain: string,
  built: Service & { lost?: Pick<Required<Built>, 'from' | 'to'> },
): Sender {
  const mail = serviceMail(domain, built)
  const broken: Mail = {
    ...mail,
    signatures: [signed(domain, 's1', 'permerror'), signed(built.service, 'smtpapi')],
    aligned: { dkim: false, spf: false },
  }
  const phases = phasesOf(mail, built)
  if (built.lost) phases.splice(1, 0, { from: built.lost.from, mail: broken }, { from: built.lost.to, mail })
  return { ...part(built), name: hostedBy(built.service, built.host), weekend: 0.6, phases }
}

/** A service that sends as nobody but itself: it authenticates, and nothing of it is aligned. */
export function unalignedService(domain: string, built: Service): Sender {
  const mail: Mail = {
    envelopeFrom: built.service,
    signatures: [signed(built.service, 'sel1')],
    spf: spf(built.service, 'pass'),
    aligned: { dkim: false, spf: false },
  }
  return {
    ...part(built),
    name: hostedBy(built.service, built.host),
    weekend: 0.3,
    phases: withRepair(domain, mail, built),
  }
}

/** From the day on which it is set right, it signs as the domain. */
function withRepair(domain: string, mail: Mail, built: Built): Phase[] {
  const phases = phasesOf(mail, built)
  if (built.repaired === undefined) return phases
  const signatures = [signed(domain, 's1'), ...mail.signatures]
  return [
    ...phases,
    { from: built.repaired, mail: { ...mail, signatures, aligned: { dkim: true, spf: false } } },
  ]
}

const WEB_HOST = 'web1.hosting.example'

/** A web server of the domain: unsigned, and its bounces go to its host name, which has no SPF record. */
export function webServer(domain: string, built: Built): Sender {
  const mail: Mail = {
    envelopeFrom: WEB_HOST,
    signatures: [],
    spf: spf(WEB_HOST, 'none'),
    aligned: { dkim: false, spf: false },
  }
  return {
    ...part(built),
    name: hostedBy('hosting.example', WEB_HOST),
    weekend: 1,
    phases: withRepair(domain, mail, built),
  }
}

/** Somebody to whom people forward their mail. `keeps`: signatures survive, and the envelope is as it was. */
export function forwarder(domain: string, built: Service & { keeps: boolean }): Sender {
  const { service, keeps } = built
  const mail: Mail = keeps
    ? {
        envelopeFrom: domain,
        signatures: [signed(domain, 'mail')],
        spf: spf(domain, 'fail'),
        aligned: { dkim: true, spf: false },
        transit: 'forwarded',
      }
    : {
        envelopeFrom: service,
        signatures: [signed(domain, 'mail', 'fail')],
        spf: spf(service, 'pass'),
        aligned: { dkim: false, spf: false },
        transit: 'forwarded',
      }
  return { ...part(built), name: hostedBy(service, built.host), weekend: 0.3, phases: phasesOf(mail, built) }
}

/** A mailing list: it adds a footer, signs itself and takes the bounces. */
export function mailingList(domain: string, built: Service): Sender {
  const { service } = built
  const mail: Mail = {
    envelopeFrom: service,
    signatures: [signed(domain, 'mail', 'fail'), signed(service, 'list')],
    spf: spf(service, 'pass'),
    aligned: { dkim: false, spf: false },
    transit: 'mailing_list',
  }
  return { ...part(built), name: hostedBy(service, built.host), weekend: 0.5, phases: phasesOf(mail, built) }
}

interface Strangers extends Built {
  headerFrom?: string
  name?: SourceName
  bursts?: { every: number; days: number }
}

/** Strangers in the name of the domain, in bursts, from some of many addresses at a time. */
export function abuse(domain: string, built: Strangers): Sender {
  const mail: Mail = {
    ...(built.headerFrom !== undefined && { headerFrom: built.headerFrom }),
    envelopeFrom: built.headerFrom ?? domain,
    signatures: [],
    spf: spf(built.headerFrom ?? domain, 'fail'),
    aligned: { dkim: false, spf: false },
  }
  return {
    ...part(built),
    ...(built.name && { name: built.name }),
    weekend: 1,
    phases: phasesOf(mail, built),
    bursts: built.bursts ?? { every: 9, days: 3 },
    ipsPerDay: 12,
  }
}

const part = ({ id, ips, share }: Built) => ({ id, ips, share })
