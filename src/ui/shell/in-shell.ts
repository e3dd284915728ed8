import { createContext } from 'react'

/** Whether a view stands in the shell, which has the page's main part. */
export const InShell = createContext(false)
