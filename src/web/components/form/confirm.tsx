import type { ComponentChildren } from 'preact'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'
import { Form } from './form.tsx'

interface ConfirmProps {
  site: Site
  /** A question: "Revoke this key?" */
  title: string
  /** What is lost and what is kept. */
  lede: ComponentChildren
  action: string
  button: string
  cancel: { href: string; words: string }
  /** Fields of the form, hidden ones among them. */
  children?: ComponentChildren
}

/** Asks on a page of its own before something is taken away. */
export function Confirm({ site, title, lede, action, button, cancel, children }: ConfirmProps) {
  return (
    <Layout site={site} title={title}>
      <div class="narrow stack">
        <h1>{title}</h1>
        <p class="lede">{lede}</p>
        <Form action={action} button={button} danger cancel={cancel}>
          {children}
        </Form>
      </div>
    </Layout>
  )
}
