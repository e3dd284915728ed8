import { useEffect, useState } from 'react'
import { DEFAULT_LOOK, type Look } from './look.ts'

/** Stores the display options. Revokes a custom panorama's object URL when it is replaced or the view unmounts. */
export function useLook(): [look: Look, setLook: (next: Look | ((current: Look) => Look)) => void] {
  const [look, setLook] = useState(DEFAULT_LOOK)
  const address = look.ownEnvironment?.address
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return [look, setLook]
}
