import { useState } from 'react'

/** Whether it is so, or ever was: what comes to rest by itself has to be there until it does. */
export function useEver(isSo: boolean): boolean {
  const [wasSo, setSo] = useState(isSo)
  if (isSo && !wasSo) setSo(true)
  return isSo || wasSo
}
