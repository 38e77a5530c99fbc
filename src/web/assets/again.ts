import { announce } from './announce.ts'

type Enliven = (part: ParentNode) => void

/** A page that waits for something asks for itself again, and takes the place of what is shown when it no longer waits. */
export function askAgain(enliven: Enliven): void {
  const seconds = Number(mainPart()?.dataset['again'])
  if (!(seconds > 0)) return
  const again = async () => {
    const renewed = document.hidden ? undefined : await fetchMain()
    if (!renewed || renewed.dataset['again'] !== undefined) {
      wait()
      return
    }
    mainPart()?.replaceWith(renewed)
    enliven(renewed)
    announce('The page has been brought up to date.')
  }
  const wait = () => setTimeout(() => void again(), seconds * 1000)
  wait()
}

const mainPart = () => document.querySelector<HTMLElement>('main')

/** The page as it is now. Undefined: it could not be had. */
async function fetchMain(): Promise<HTMLElement | undefined> {
  const answer = await fetch(location.href).catch(() => undefined)
  if (!answer?.ok) return undefined
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return page.querySelector<HTMLElement>('main') ?? undefined
}
