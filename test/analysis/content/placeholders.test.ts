import { describe, expect, test } from 'bun:test'
import { placeholders } from '../../../src/analysis/analyzers/content/placeholders.ts'
import { alternative, judge, mail, type Scene } from '../message-scene.ts'

const TEXT = 'Your order has shipped and will be with you on Monday.'
const kind = (said: 'transactional' | 'marketing' | 'list' | 'personal'): Scene => ({
  settings: { ownerWord: { kind: said } },
})
const SHOP = kind('transactional')
const html = (body: string, fields: Record<string, string> = {}) =>
  alternative(TEXT, `<p>${TEXT}</p>${body}`, fields)

describe('forms in the body of mail that software wrote', () => {
  test.each([
    ['{{…}}', 'Hi {{ first_name | default: "there" }}!'],
    ['{{…}}', '{{#each shipments}}'],
    ['{{…}}', '您好 {{姓名}}'],
    ['{%…%}', '{% if customer.vip %}'],
    ['<%…%>', 'Hi <%= user.name %>,'],
    ['*|…|*', 'Dear *|FNAME|*,'],
    ['%%…%%', 'Hello %%FIRST_NAME%%'],
    ['%%…%%', 'Hello %%=v(@firstName)=%%'],
    ['%recipient.…%', 'Hello %recipient.nick%'],
    ['[[data:…]]', '[[data:firstname:""]]'],
    [`\${…}`, `Hi \${first},`],
    ['[[…]]', 'Hi [[name]]'],
    ['<<…>>', 'Hi <<First Name>>'],
    ['«…»', 'Hi «First_Name»'],
    ['{…}', 'Hi {firstName},'],
    ['{…}', 'Hi {$name},'],
    ['%…%', 'Hi %FIRSTNAME%,'],
    ['#…#', 'Hi #NAME#'],
    ['__…__', 'Hi __NAME__,'],
    ['%(…)s', 'Hi %(name)s'],
    ['@@…@@', 'Hi @@FIRST_NAME@@'],
    ['[…]', 'Dear [Name],'],
    ['[…]', 'Sincerely, [Your Company Name]'],
  ])('%s: %s', async (form, line) => {
    const escaped = line.replaceAll('<', '&lt;')
    for (const message of [
      html(`<p>${escaped}</p>`),
      mail({}, `${TEXT}\r\n\r\n${Buffer.from(line).toString('latin1')}\r\n`),
    ]) {
      const check = await judge(placeholders, message, SHOP)
      expect(check).toMatchObject({ status: 'failed', score: -0.5, findings: ['placeholder-in-body'] })
      expect(check.detail['summary']).toContain(form)
    }
  })
})

describe('what only looks like one', () => {
  test.each([
    '[sic], [1], [...], [PATCH 1/3], [EXTERNAL]',
    'He wrote that it [name withheld] was so',
    'LaTeX: \\frac{name}{date} and $x_{name}$',
    '100%% sure, 50%-60% off, 20% and 10%',
    'SET %PATH%;%USERPROFILE%',
    '__FILE__, __init__ and _name_',
    'C# and F# are #names# #today#',
    '«Имя» товара и « le nom »',
    '{"name": "x"} and f({ name })',
    'HEAD@{1} and name@{domain}',
    '{ a, b } and {1,2}',
    'a << b >> c',
    'It costs $5 {3 items}',
  ])('%s', async (line) => {
    expect(await judge(placeholders, html(`<p>${line.replaceAll('<', '&lt;')}</p>`), SHOP)).toMatchObject({
      status: 'passed',
      findings: [],
    })
  })

  test.each([
    ['pre', '<pre>Hi {{name}}</pre>'],
    ['code', '<p>Write <code>{{name}}</code> there.</p>'],
    ['letters of one width', '<p style="font-family: Menlo, monospace">{{name}}</p>'],
    ['a class of code', '<div class="highlight-source">{{name}}</div>'],
    ['a quotation', '<blockquote>{{name}}</blockquote>'],
    ['a style sheet', '<style>.a{{name}}</style>'],
    ['program text', `<p>const greeting = "Hi \${shelf}";</p>`],
  ])('in %s', async (_name, body) => {
    expect((await judge(placeholders, html(body), SHOP)).findings).toEqual([])
  })

  test.each([
    ['a fence', '```\r\nHi {{name}}\r\n```'],
    ['backticks', 'Write `{{name}}` there.'],
    ['a quotation', '> Hi {{name}}'],
    ['a patch', 'diff --git a/x b/x\r\n+Hi {{name}}'],
  ])('in text, %s', async (_name, body) => {
    expect((await judge(placeholders, mail({}, body), SHOP)).findings).toEqual([])
  })

  test('brackets of a text part that stand for images of the HTML', async () => {
    const message = alternative(`[Company]\n\n${TEXT}`, `<img src=a alt=Company><p>${TEXT}</p>`)
    expect((await judge(placeholders, message, SHOP)).findings).toEqual([])
  })
})

describe('among people', () => {
  test.each<[string, string, string]>([
    ['a field of a person in a greeting', 'Hi {{first_name}}, shall we talk?', 'placeholder-in-body'],
    ['a field that is unknown', 'The template says {{shelf}} where it should not.', ''],
    ['a line of program text', `echo "Hi \${name}";`, ''],
    ['talk about templates', 'Our template puts {{name}} in front of the comma.', ''],
    [
      'a greeting beside talk about templates',
      'Hi {{name}},\r\n\r\nhere is the template.',
      'placeholder-in-body',
    ],
    ['a line of markup', '<a href="{{name}}">', ''],
    ['brackets', 'Put [Name] there.', ''],
    ['an address in words', 'Ask https://api.example.org/v1/{name}/pets for it.', ''],
    ['a gap in the greeting', 'Dear ,\r\n\r\nhow are you?', 'greeting-without-name'],
    ['filler', 'Lorem ipsum dolor sit amet, and so on.', 'filler-text'],
  ])('%s', async (_name, body, findings) => {
    const check = await judge(placeholders, mail({}, body), kind('personal'))
    expect(check.findings.join()).toBe(findings)
    expect(check.status).toBe(findings === 'placeholder-in-body' ? 'failed' : 'passed')
  })
})

test('a tracker passes on what people write', async () => {
  const fields = { Subject: '(APP-42) Template {{title}} stays', 'In-Reply-To': '<app-42@example.org>' }
  const about = html('<p>It says: Hello {{ title }}.</p>', fields)
  expect(await judge(placeholders, about, SHOP)).toMatchObject({ status: 'passed', score: 0 })
  const own = html('<p>Hello {{ first_name }},</p>', { 'List-Id': '<app.example.org>' })
  expect((await judge(placeholders, own, SHOP)).findings).toContain('placeholder-in-body')
})

describe('subject, header, links', () => {
  test.each<[string, string, string]>([
    ['the subject', mail({ Subject: '{{first_name}}, your order' }, TEXT), 'placeholder-in-subject'],
    ['undefined in words of the subject', mail({ Subject: 'undefined behaviour in C' }, TEXT), ''],
    ['a list tag in the subject', mail({ Subject: '[Name] your order' }, TEXT), ''],
    ['the name of To', mail({ To: '"*|FNAME|*" <reader@example.net>' }, TEXT), 'placeholder-in-header'],
    [
      'List-Unsubscribe',
      mail({ 'List-Unsubscribe': '<https://example.org/u?e={{email}}>' }, TEXT),
      'placeholder-in-header',
    ],
    ['undefined in To', mail({ To: '"undefined undefined" <reader@example.net>' }, TEXT), 'value-missing'],
    ['Mr Null in To', mail({ To: '"Ada Null" <reader@example.net>' }, TEXT), ''],
    ['undefined in the subject', mail({ Subject: 'undefined, your order' }, TEXT), 'value-missing'],
    ['an object in the subject', mail({ Subject: 'Order [object Object]' }, TEXT), 'value-missing'],
    ['a link', html('<a href="https://example.org/u?e=%7B%7Bemail%7D%7D">x</a>'), 'placeholder-in-link'],
    ['a link that is one', html('<a href="*|UNSUB|*">x</a>'), 'placeholder-in-link'],
    ['an image', html('<img src="https://example.org/%%image%%">'), 'placeholder-in-link'],
    ['a value in brackets', html('<a href="https://example.org/?e=[email]">x</a>'), 'placeholder-in-link'],
    ['parameters of arrays', html('<a href="https://example.org/?a[name]=1&filter%5Bdate%5D=2">x</a>'), ''],
    ['letters that are encoded', html('<a href="https://example.org/%E4%BD%A0%E5%A5%BD%20a">x</a>'), ''],
    ['undefined in a link', html('<a href="https://example.org/orders/undefined">x</a>'), 'value-missing'],
    ['undefined in words of a link', html('<a href="https://example.org/undefined-behaviour">x</a>'), ''],
    ['a preheader', html('<div style="display:none">{{preheader}}</div>'), 'placeholder-in-body'],
  ])('%s', async (_name, message, findings) => {
    const check = await judge(placeholders, message, SHOP)
    expect(check.findings.join()).toBe(findings)
    expect(check.score).toBe(findings === '' ? 0 : -0.5)
  })
})

test.each([
  ['written anew', { Subject: '{{first_name}}, a question' }, 'placeholder-in-subject'],
  ['an answer', { Subject: 'Re: {{first_name}} stays empty', References: '<a@example.net>' }, ''],
  ['a question about templates', { Subject: '{{first_name}} in a template' }, ''],
])('a subject among people: %s', async (_name, fields, findings) => {
  expect((await judge(placeholders, mail(fields, TEXT), kind('list'))).findings.join()).toBe(findings)
})

describe('greetings of mail that software wrote', () => {
  test.each<[string, string]>([
    ['Dear ,', 'greeting-without-name'],
    ['Hi , your order is here', 'greeting-without-name'],
    ['Sehr geehrte Frau ,', 'greeting-without-name'],
    ['Dear\u00a0,', 'greeting-without-name'],
    ['Hello undefined,', 'value-missing'],
    ['Hallo null!', 'value-missing'],
    ['Dear Mr. NaN,', 'value-missing'],
    ['Hi {0},', 'value-missing'],
    ['Dear Null,', ''],
    ['Dear customer,', ''],
    ['Dear,', ''],
    ['Bonjour ,', ''],
    ['Hello !', ''],
    ['Hi None of you,', ''],
  ])('%s', async (line, findings) => {
    const check = await judge(placeholders, html(`<p>${line}</p>`), SHOP)
    expect(check.findings.join()).toBe(findings)
  })
})

test('filler text and nothing at all', async () => {
  expect(await judge(placeholders, html('<p>Lorem ipsum dolor sit amet</p>'), SHOP)).toMatchObject({
    score: -0.5,
    findings: ['filler-text'],
  })
  expect(await judge(placeholders, mail({ Subject: '' }, ''))).toMatchObject({ status: 'neutral' })
})

test('the detail names form and place; what and where are the owner’s', async () => {
  const check = await judge(
    placeholders,
    html('<p>Hi {{zebra_name}}</p><a href="https://a.example/{{zebra}}">x</a>', { Subject: '*|ZEBRA|*' }),
    SHOP,
  )
  expect(check.findings).toEqual(['placeholder-in-subject', 'placeholder-in-body', 'placeholder-in-link'])
  expect(JSON.stringify(check.detail)).not.toMatch(/zebra/i)
  expect(check.quotes).toEqual({
    'left in Subject': '*|ZEBRA|*',
    'left in HTML': '{{zebra_name}}',
    'left in a link': '{{zebra}}',
  })
})

test.each([
  '{{',
  '{{a ',
  '[a ',
  '%%a',
  '%',
  '#A',
  '<% a',
  '__A',
  '*|A',
  `\${a`,
  '$',
  '«aB',
  '> ',
  '-',
  ' ',
  'dear ',
  'dear\n',
  '`',
  '```\n',
  'a = ',
  'a(b) ',
  'function ',
  '"a" ',
])('%p again and again', async (piece) => {
  const started = process.cpuUsage()
  const body = piece.repeat(1_000_000 / piece.length)
  await judge(placeholders, alternative(body, `<p>${body.replaceAll('<', '&lt;')}</p>`), SHOP)
  await judge(placeholders, alternative(body, `<p>${body.replaceAll('<', '&lt;')}</p>`), kind('personal'))
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000)
})
