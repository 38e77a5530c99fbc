import { once } from '../../core/making/once.ts'
import accounts from './accounts.css' with { type: 'text' }

import administration from './administration.css' with { type: 'text' }

import answers from './answers.css' with { type: 'text' }
import aside from './aside.css' with { type: 'text' }
import base from './base.css' with { type: 'text' }
import bounces from './bounces.css' with { type: 'text' }
import { browserScript } from './bundle.ts' with { type: 'macro' }
import charts from './charts.css' with { type: 'text' }
import checklist from './checklist.css' with { type: 'text' }
import checks from './checks.css' with { type: 'text' }
import compare from './compare.css' with { type: 'text' }
import dmarc from './dmarc.css' with { type: 'text' }
import docs from './docs.css' with { type: 'text' }
import domains from './domains.css' with { type: 'text' }
import factors from './factors.css' with { type: 'text' }
import forms from './forms.css' with { type: 'text' }
import home from './home.css' with { type: 'text' }
import inspection from './inspection.css' with { type: 'text' }
import messageView from './message-view.css' with { type: 'text' }
import monitors from './monitors.css' with { type: 'text' }
import parts from './parts.css' with { type: 'text' }
import people from './people.css' with { type: 'text' }
import plan from './plan.css' with { type: 'text' }
import print from './print.css' with { type: 'text' }
import report from './report.css' with { type: 'text' }
import tests from './tests.css' with { type: 'text' }

import today from './today.css' with { type: 'text' }

/** A file of the site, under a path that changes with its content. */
export interface Asset {
  path: string
  type: string
  body: string
}

export interface Assets {
  stylesheet: Asset
  script: Asset
}

const SCRIPT = browserScript()

export const siteAssets: () => Assets = once(() => {
  return {
    stylesheet: asset(
      'site',
      'css',
      'text/css; charset=utf-8',
      compact(
        base +
          parts +
          aside +
          report +
          plan +
          checks +
          messageView +
          home +
          docs +
          inspection +
          bounces +
          people +
          forms +
          accounts +
          administration +
          factors +
          checklist +
          tests +
          compare +
          today +
          domains +
          dmarc +
          monitors +
          charts +
          answers +
          print,
      ),
    ),
    script: asset('site', 'js', 'text/javascript; charset=utf-8', SCRIPT),
  }
})

function asset(name: string, extension: string, type: string, body: string): Asset {
  const hash = new Bun.CryptoHasher('sha256').update(body).digest('hex').slice(0, 12)
  return { path: `/assets/${name}-${hash}.${extension}`, type, body }
}

/** Comments and indentation out. The stylesheets hold no strings in which either would mean something. */
function compact(css: string): string {
  return css
    .replace(/\/\*[^*]*\*\//g, '')
    .replace(/[^\S\n]*\n\s*/g, '\n')
    .trim()
}
