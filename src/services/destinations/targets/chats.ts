const SLACK_HOSTS = /^hooks\.slack(?:-gov)?\.com$/
const SLACK_OWN = /(?:^|\.)slack(?:-gov)?\.com$/
const DISCORD_HOSTS = /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/
/** Of Power Automate and of Logic Apps, in all their clouds. */
const WORKFLOW_HOSTS = /\.(?:logic\.azure|powerplatform)\.(?:com|us|cn)$/
const CONNECTOR_HOSTS = /(?:^|\.)(?:webhook\.office\.com|outlook\.office(?:365)?\.com)$/

/** Why a URL is none of that service, in a sentence for who typed it. */
export function chatFault(kind: 'slack' | 'discord' | 'teams', url: URL): string | undefined {
  switch (kind) {
    case 'slack':
      return slackFault(url)
    case 'discord':
      return discordFault(url)
    case 'teams':
      return teamsFault(url)
  }
}

function slackFault({ protocol, hostname, pathname }: URL): string | undefined {
  if (SLACK_HOSTS.test(hostname)) {
    if (/^\/(?:triggers|workflows)\//.test(pathname))
      return 'This URL starts a workflow of Slack, which takes no messages. Make an incoming webhook: its URL begins with https://hooks.slack.com/services/.'
    return protocol === 'https:' && /^\/services\/[^/]+\/[^/]+\/[^/]+$/.test(pathname)
      ? undefined
      : SLACK_SAYS
  }
  if (SLACK_OWN.test(hostname)) return SLACK_SAYS
  if (DISCORD_HOSTS.test(hostname)) return 'This URL is of Discord. Choose Discord as the kind.'
  return pathname === '/' ? `${SLACK_SAYS} Of Mattermost it ends with /hooks/ and a key.` : undefined
}

const SLACK_SAYS =
  'The URL of an incoming webhook of Slack begins with https://hooks.slack.com/services/ and has three parts behind it.'

function discordFault({ protocol, hostname, pathname, searchParams }: URL): string | undefined {
  const path = /^\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+(\/slack|\/github)?$/.exec(pathname)
  if (protocol !== 'https:' || !DISCORD_HOSTS.test(hostname) || !path)
    return 'The URL of a Discord webhook begins with https://discord.com/api/webhooks/ and has two parts behind it.'
  if (path[1] !== undefined) return `Leave ${path[1]} at the end of the URL out.`
  const other = [...searchParams.keys()].find((name) => name !== 'thread_id')
  return other === undefined ? undefined : 'Behind the ? of a Discord webhook only thread_id may stand.'
}

function teamsFault({ protocol, hostname, pathname }: URL): string | undefined {
  if (CONNECTOR_HOSTS.test(hostname))
    return 'This URL is of an Office 365 connector, which Microsoft has ended. Make a workflow in Teams ("Send webhook alerts to a channel") and enter its URL.'
  if (protocol !== 'https:' || !WORKFLOW_HOSTS.test(hostname) || !pathname.includes('/workflows/'))
    return 'The URL of a workflow of Teams has a host below logic.azure.com or api.powerplatform.com and /workflows/ in its path. Copy it from the step "When a Teams webhook request is received".'
  return undefined
}
