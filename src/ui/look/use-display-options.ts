import { useEffect, useState } from 'react'
import { DEFAULT_DISPLAY_OPTIONS, type DisplayOptions } from './display-options.ts'

/** Stores the display options. Revokes the object URL of a custom panorama when it is replaced or the component unmounts. */
export function useDisplayOptions(): [
  look: DisplayOptions,
  setLook: (next: DisplayOptions | ((current: DisplayOptions) => DisplayOptions)) => void,
] {
  const [look, setLook] = useState(DEFAULT_DISPLAY_OPTIONS)
  const address = look.ownEnvironment?.address
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return [look, setLook]
}
