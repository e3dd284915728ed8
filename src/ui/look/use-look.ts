import { useEffect, useState } from 'react'
import { DEFAULT_LOOK, type Look } from './look.ts'

/** Manages display options. A custom panorama stays in memory while it can be selected. */
export function useLook(): [look: Look, setLook: (next: Look | ((current: Look) => Look)) => void] {
  const [look, setLook] = useState(DEFAULT_LOOK)
  const address = look.ownEnvironment?.address
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return [look, setLook]
}
