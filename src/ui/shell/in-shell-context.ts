import { createContext } from 'react'

/** Whether a component is rendered inside the shell, which has the main element. */
export const InShellContext = createContext(false)
