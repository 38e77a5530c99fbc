import { exampleToml } from '../../src/config/example.ts'

const HEAD = `# Mailgauge as a service of this machine. Three options have to be set before it is started:
#
#   [site] base_url   where people reach the web site: "https://mailgauge.example.com"
#   [smtp] domain     the mail domain of the test addresses, which receives nothing else: "test.example.com"
#   [smtp] hostname   the name of this machine in the MX record of that domain: "mailgauge.example.com"
#
# Then: mailgauge config check && systemctl start mailgauge
# The DNS, certificates and the reverse proxy: mailgauge doctor, and /usr/share/doc/mailgauge.

`

/** The config file of the package: what a package can know is set, and what only its owner knows is not. */
export function packagedConfig(): string {
  const text = exampleToml(new Map([['store.directory', '/var/lib/mailgauge']]))
  const [domain = ''] = /^domain = .*$/m.exec(text) ?? []
  if (domain === '') throw new Error('The example has no line for smtp.domain any more')
  return HEAD + text.replace(domain, `#${domain}`)
}
