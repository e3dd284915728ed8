import { createContext } from 'react'

/** Whether a component is rendered inside the shell, which has a main element. */
export const InShellContext = createContext(false)
