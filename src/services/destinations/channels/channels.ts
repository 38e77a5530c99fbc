import type { DestinationKind } from '../../../core/watching/destination-kind.ts'
import type { Poster } from '../../../net/post-ports.ts'
import type { Send } from '../sending.ts'
import { createDiscordSend } from './discord.ts'
import { createEmailSend, type EmailDeps } from './email.ts'
import { createNtfySend } from './ntfy.ts'
import { createSlackSend } from './slack.ts'
import { createTeamsSend } from './teams.ts'
import { createTemplateSend } from './template.ts'

export type ChannelKind = Exclude<DestinationKind, 'webhook'>

/** How each channel that people read is sent to. */
export function createChannels(deps: EmailDeps & { poster: Poster }): Readonly<Record<ChannelKind, Send>> {
  return {
    email: createEmailSend(deps),
    slack: createSlackSend(deps),
    discord: createDiscordSend(deps),
    teams: createTeamsSend(deps),
    ntfy: createNtfySend(deps),
    template: createTemplateSend(deps),
  }
}
