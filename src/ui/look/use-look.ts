import { useEffect, useState } from 'react'
import { type Look, PLAIN_LOOK } from './look.ts'

/** A look that can be changed; a panorama of the person's own stays in memory for as long as it can be chosen. */
export function useLook(): [look: Look, setLook: (next: Look | ((now: Look) => Look)) => void] {
  const [look, setLook] = useState(PLAIN_LOOK)
  const address = look.ownEnvironment?.address
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return [look, setLook]
}
