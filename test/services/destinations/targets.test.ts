import { describe, expect, test } from 'bun:test'
import type { Target } from '../../../src/core/watching/destination.ts'
import { readTarget } from '../../../src/services/destinations/targets/target.ts'

const SLACK = 'https://hooks.slack.com/services/T000/B000/XXXX'
const DISCORD = 'https://discord.com/api/webhooks/123/abc-DEF_1'
const TEAMS =
  'https://prod-12.westeurope.logic.azure.com:443/workflows/ab/triggers/manual/paths/invoke?api-version=2016-06-01&sig=x'
const TEAMS_NEW =
  'https://default12.3.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/ab/triggers/manual/paths/invoke?api-version=1&sig=x'

const template = (changes: Partial<Extract<Target, { kind: 'template' }>> = {}): Target => ({
  kind: 'template',
  url: 'https://api.example.org/send/{{id}}?about={{about}}',
  method: 'POST',
  headers: { 'X-Key': 'k' },
  body: '{"text": "{{title}}", "n": "{{priority}}", "all": "{{json.data}}"}',
  ...changes,
})

describe('what is taken', () => {
  test.each<[Target, string]>([
    [{ kind: 'webhook', url: 'https://example.org:8443/hook?key=1' }, 'https://example.org:8443'],
    [{ kind: 'webhook', url: 'http://10.1.2.3/hook' }, 'http://10.1.2.3'],
    [{ kind: 'slack', url: SLACK }, 'https://hooks.slack.com'],
    [{ kind: 'slack', url: 'https://chat.example.org/hooks/abcdef' }, 'https://chat.example.org'],
    [{ kind: 'discord', url: DISCORD }, 'https://discord.com'],
    [{ kind: 'discord', url: `${DISCORD}?thread_id=5` }, 'https://discord.com'],
    [{ kind: 'teams', url: TEAMS }, 'https://prod-12.westeurope.logic.azure.com'],
    [{ kind: 'teams', url: TEAMS_NEW }, 'https://default12.3.environment.api.powerplatform.com'],
    [{ kind: 'ntfy', url: 'https://ntfy.sh/my-topic_1' }, 'https://ntfy.sh'],
    [{ kind: 'ntfy', url: 'http://192.0.2.7:8080/topic', token: 'tk_abc' }, 'http://192.0.2.7:8080'],
    [template(), 'https://api.example.org'],
    [{ kind: 'email', to: 'bob@bücher.example' }, 'bob@xn--bcher-kva.example'],
    [{ kind: 'email', to: 'administrators' }, 'the administrators of this service'],
  ])('%j', (target, shown) => {
    expect(readTarget(target)).toMatchObject({ shown })
  })

  test('what is kept is what was typed, without blanks around it', () => {
    expect(readTarget({ kind: 'slack', url: ` ${SLACK}\n` })).toEqual({
      target: { kind: 'slack', url: SLACK },
      shown: 'https://hooks.slack.com',
    })
    expect(readTarget(template())).toMatchObject({ target: template() })
  })
})

describe('what is refused, and what is said', () => {
  test.each<[Target, RegExp]>([
    [{ kind: 'webhook', url: 'ftp://example.org/' }, /begin with https/],
    [{ kind: 'webhook', url: 'javascript:alert(1)' }, /begin with https/],
    [{ kind: 'webhook', url: 'example.org/hook' }, /begin with https/],
    [{ kind: 'webhook', url: 'https://bob:secret@example.org/' }, /no user/],
    [{ kind: 'webhook', url: 'https://example.org/#x' }, /behind a #/],
    [{ kind: 'webhook', url: `https://example.org/${'x'.repeat(2_000)}` }, /longer than 2000/],
    [{ kind: 'slack', url: 'https://hooks.slack.com/triggers/T0/1/abc' }, /incoming webhook/],
    [{ kind: 'slack', url: 'https://hooks.slack.com/services/T0' }, /three parts/],
    [{ kind: 'slack', url: 'https://app.slack.com/client/T0' }, /hooks\.slack\.com\/services/],
    [{ kind: 'slack', url: DISCORD }, /Choose Discord/],
    [{ kind: 'slack', url: 'https://chat.example.org/' }, /Mattermost/],
    [{ kind: 'discord', url: `${DISCORD}/slack` }, /Leave \/slack/],
    [{ kind: 'discord', url: 'https://discord.com/channels/1/2' }, /api\/webhooks/],
    [{ kind: 'discord', url: 'https://discord.com.evil.example/api/webhooks/1/a' }, /api\/webhooks/],
    [{ kind: 'discord', url: `${DISCORD}?wait=false` }, /thread_id/],
    [{ kind: 'teams', url: 'https://example.webhook.office.com/webhookb2/x' }, /connector/],
    [{ kind: 'teams', url: 'https://outlook.office.com/webhook/x' }, /connector/],
    [{ kind: 'teams', url: 'https://evil.example/workflows/x' }, /logic\.azure\.com/],
    [{ kind: 'ntfy', url: 'https://ntfy.sh/' }, /end with the topic/],
    [{ kind: 'ntfy', url: 'https://ntfy.sh/a b' }, /end with the topic/],
    [{ kind: 'ntfy', url: 'https://ntfy.sh/topic?auth=x' }, /end with the topic/],
    [{ kind: 'ntfy', url: 'https://ntfy.sh/topic', token: 'a b' }, /access token/],
    [template({ url: 'https://{{about}}/send' }), /not in its host/],
    [template({ url: 'https:\\\\{{about}}/send' }), /not in its host/],
    [template({ url: 'https:{{json.data.name}}.example/send' }), /not in its host/],
    [template({ url: 'https://example.org/{{nothing}}' }), /unknown placeholder \{\{nothing\}\}/],
    [template({ url: 'https://example.org/{{title' }), /not written as/],
    [template({ body: '{"text": {{title}}}' }), /no JSON/],
    [template({ body: '{"{{title}}": 1}' }), /not in a name/],
    [template({ body: '{"text": "{{titel}}"}' }), /There are \{\{title\}\}/],
    [template({ body: `"${'x'.repeat(10_000)}"` }), /longer than 10000/],
    [template({ headers: { Host: 'x' } }), /cannot be set/],
    [template({ headers: { 'Content-Length': '3' } }), /cannot be set/],
    [template({ headers: { 'X-A': 'b\r\nX-C: d' } }), /ASCII on one line/],
    [template({ headers: { 'X A': 'b' } }), /no name of a header field/],
    [{ kind: 'email', to: 'Bob <bob@example.org>' }, /one address/],
    [{ kind: 'email', to: 'bob@example.org, eve@example.org' }, /one address/],
    [{ kind: 'email', to: 'bob@example.org\r\nBcc: eve@example.org' }, /one address/],
  ])('%j', (target, says) => {
    expect(readTarget(target)).toEqual({ says: expect.stringMatching(says) })
  })
})
