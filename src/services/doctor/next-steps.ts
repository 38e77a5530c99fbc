import { command, inConfig, type Step } from './finding.ts'

/** Where it is the DNS that does not tell. */
export const AFTER_RESOLVER: Step = {
  says: 'Follow what is said of the DNS resolver, then look again: mailgauge doctor',
}

/** Where it is the address of the web site from which nothing comes. */
export const AFTER_SITE: Step = {
  says: 'Follow what is said of the address of the web site, then look again: mailgauge doctor',
}

/** Where it shows only while the service runs. */
export const START_SERVICE: Step = command('Start the service, then look again:', 'systemctl start mailgauge')

/** What may pass by itself. */
export const AGAIN: Step = command('Look again in a minute:', 'mailgauge doctor')

/** Why the service does not do what it should. */
export const READ_LOG: Step = command('What the log says of it:', 'journalctl -u mailgauge -n 50')

/** Of a machine that cannot see itself from outside. */
export const fromOutside = (host: string): Step =>
  command('Only a check from another network is proof:', `nc -v ${host} 25`)

/** Where Spamhaus answers whoever has a key. `lists` are ids of the roster. */
export const queryService = (lists: readonly string[]): Step =>
  inConfig(
    'Register for the Data Query Service (DQS) of Spamhaus, which is free for small use, and name your key:',
    'blocklists',
    `keys = { ${lists.map((id) => `"${id}" = "your-dqs-key"`).join(', ')} }`,
  )
