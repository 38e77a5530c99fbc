import { createContext } from 'preact'
import { checkTitle } from '../../check-names.ts'

/** What people call the checks of this page, by their names. */
export const CheckTitles = createContext<(name: string) => string>((name) => checkTitle({ name }))
