import { createRoot, type ReconcilerRoot } from '@react-three/fiber'
import { getConsoleFunction, setConsoleFunction } from 'three'

/** What three warns of whenever React Three Fiber (9.8) makes a root: it keeps a clock of a kind that is to go. */
const OF_CLOCK = /^THREE\.Clock: .*deprecated/

/** A root that draws on `canvas`, made without that warning, which says nothing to whoever uses a viewer. */
export function createFiberRoot(canvas: HTMLCanvasElement): ReconcilerRoot<HTMLCanvasElement> {
  const told = getConsoleFunction()
  setConsoleFunction((type, message, ...params) => {
    if (OF_CLOCK.test(message)) return
    if (told) told(type, message, ...params)
    else console[type](message, ...params)
  })
  try {
    return createRoot(canvas)
  } finally {
    // Only while it is made: what three says at any other time is the page's to hear.
    setConsoleFunction(told)
  }
}
